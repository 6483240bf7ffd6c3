-- The event log is sealed: one row for each hour in which a company wrote events, made when nothing can be written for that hour any more. It
-- holds a digest of the hour's events and is chained to the seal before it by a code that needs the installation's secret, so that an event
-- which is changed, removed or added later is found, whoever did it. Nobody but the owner of the tables reads or writes seals.
-- docs/decisions/0027-sealed-log.md
create table event_seals (
  company_id uuid not null references companies (id),
  hour timestamptz not null,
  number bigint not null check (number > 0),
  events integer not null check (events > 0),
  ids_digest bytea not null,
  digest bytea not null,
  seal bytea not null,
  primary key (company_id, hour),
  unique (company_id, number)
);
alter table event_seals enable row level security;
alter table event_seals force row level security;
create policy tenant on event_seals to kith_app using (company_id = current_company()) with check (company_id = current_company());
-- Months of the log are dropped after 400 days, whole: the last of a month's events then is up to 31 days older.
create policy housekeeping on event_seals to current_user using (hour < now() - interval '460 days');

-- The moment inside a UUIDv7, to the hour.
create function uuid_hour(id uuid) returns timestamptz
  language sql immutable
  return to_timestamp((('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 3600000) * 3600);

-- One event as text that is the same in every cluster, time zone and version, with everything in it that it says.
create function event_text(e events) returns text
  language sql stable
  return jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via,
    e.operation, e.operation_id, e.request_id, e.data, e.changes)::text;
