-- The event log: timeline, audit trail, and what webhooks and the change feed will read. Append-only: kith_app may insert
-- and select, nobody updates or deletes; old months are dropped whole. Partitioned by month on the time inside the UUIDv7
-- id, so the primary key is (company_id, id) like everywhere else.

create table events (
  company_id uuid not null references companies (id),
  id uuid not null,
  at timestamptz not null,
  type text not null,
  subject_type text not null,
  subject_id uuid not null,
  actor_user uuid,
  actor_key uuid,
  via text not null check (via in ('web', 'rest', 'mcp', 'system')),
  operation text not null,
  operation_id uuid not null,
  request_id text not null,
  data jsonb not null,
  changes jsonb,
  -- Which transaction wrote it: lets a reader of the log know that nothing older can still appear.
  written_in xid8 not null default pg_current_xact_id(),
  primary key (company_id, id)
) partition by range (id);
create index events_subject on events (company_id, subject_type, subject_id, id);
create index events_operation on events (company_id, operation_id);

create table events_default partition of events default;

alter table events enable row level security;
alter table events force row level security;
create policy tenant on events to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert on events to kith_app;

-- The smallest UUIDv7 of a moment.
create function uuid_at(moment timestamptz) returns uuid
  language sql immutable
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Keeps partitions for this month and the two after it, and drops those whose last event is older than the audit period.
create function events_keep_partitions(keep_days integer default 400) returns void
  language plpgsql as $$
declare
  month_start timestamptz;
  partition_name text;
begin
  for ahead in 0..2 loop
    month_start := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC';
    partition_name := 'events_' || to_char(month_start at time zone 'UTC', 'YYYY_MM');
    if to_regclass(partition_name) is null then
      execute format('create table %I partition of events for values from (%L) to (%L)', partition_name, uuid_at(month_start),
        uuid_at(((month_start at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
    end if;
  end loop;
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and to_date(substr(c.relname, 8), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => keep_days)
  loop
    execute format('drop table %I', partition_name);
  end loop;
end $$;
