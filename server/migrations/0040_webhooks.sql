-- Webhooks: what happens here is sent to other systems. An event writes nothing for a webhook: each has a cursor of its own on the
-- event log. docs/decisions/0029-webhooks.md
create table webhooks (
  company_id uuid not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) between 1 and 2000),
  event_types text[] not null, -- none: every type
  filter text not null check (length(filter) <= 6000),
  fields text[] not null, -- if there are any, one of them must have changed
  -- What makes two registrations the same: url, event types, filter and fields.
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- Sealed by platform/vault, as are the secrets.
  headers bytea,
  header_names text[] not null,
  secret bytea not null,
  last_four text not null check (length(last_four) = 4),
  old_secret bytea,
  old_secret_until timestamptz,
  signing_key bytea,
  public_key text,
  owner_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, fingerprint),
  foreign key (company_id, owner_id) references users (company_id, id),
  check ((old_secret is null) = (old_secret_until is null)),
  check ((signing_key is null) = (public_key is null))
);

-- How far each webhook has got, and how its endpoint is doing.
--
-- on: works      failing: the last request failed     down: five failed in a row, so it is tried only now and then
-- paused: by a person    off: by a person, by the answer 410, or after five days of failures
create table webhook_cursors (
  company_id uuid not null,
  webhook_id uuid not null,
  state text not null default 'on' check (state in ('on', 'failing', 'down', 'paused', 'off')),
  reason text check (length(reason) <= 200),
  state_since timestamptz not null,
  -- Where it is in the log, as in log_cursors.
  seen pg_snapshot not null,
  upto pg_snapshot,
  written_in xid8 not null,
  place bigint not null,
  -- The worker that sends. It holds an advisory lock on its name; with the lock free, so is the cursor.
  lease_by text,
  -- Since when it has something to send.
  behind_since timestamptz,
  -- When to look again although the company wrote nothing.
  next_at timestamptz,
  -- Nothing is sent before: the endpoint is down, or asked for a pause.
  rest_until timestamptz,
  failures integer not null default 0, -- in a row
  failed_messages integer not null default 0, -- since the first of them
  first_failure_at timestamptz,
  probes smallint not null default 0, -- since it is down
  warnings smallint not null default 0, -- what its owner was told
  parallel smallint not null default 10 check (parallel between 1 and 10),
  is_slow boolean not null default false,
  last_delivery_at timestamptz,
  primary key (company_id, webhook_id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
) with (fillfactor = 50); -- updated for every batch
create index webhook_cursors_next on webhook_cursors (next_at) where next_at is not null;
create index webhook_cursors_lease on webhook_cursors (lease_by) where lease_by is not null;

-- What was sent, and what waits for its next attempt. Most rows are written once, as delivered. A backlog has no rows: it is in the log.
create table webhook_deliveries (
  company_id uuid not null references companies (id),
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  at timestamptz not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_name text,
  -- The event's place in the log: the order in which one record's messages are sent.
  written_in xid8 not null,
  place bigint not null,
  state text not null check (state in ('delivered', 'retrying', 'waiting', 'failed')),
  body bytea not null, -- the same bytes in every attempt
  attempts jsonb not null default '[]', -- each {at, ms, status, error, answer}
  attempt_count smallint not null default 0,
  next_at timestamptz,
  is_asked boolean not null default false, -- by a person: it waits for no other
  is_overtaken boolean not null default false, -- later messages of its record were sent before it
  is_test boolean not null default false,
  primary key (company_id, webhook_id, event_id),
  check (next_at is null or state in ('retrying', 'waiting'))
) partition by range (event_id);
create index webhook_deliveries_due on webhook_deliveries (company_id, webhook_id, next_at) where next_at is not null;
create index webhook_deliveries_subject on webhook_deliveries (company_id, webhook_id, subject_id) where state in ('retrying', 'waiting');
create index webhook_deliveries_open on webhook_deliveries (company_id, webhook_id, event_id) where state <> 'delivered';
create table webhook_deliveries_default partition of webhook_deliveries default;

-- How many were delivered and how many attempts failed, by the hour.
create table webhook_hours (
  company_id uuid not null,
  webhook_id uuid not null,
  hour timestamptz not null,
  delivered integer not null,
  failed integer not null,
  total_ms bigint not null,
  primary key (company_id, webhook_id, hour),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
) with (fillfactor = 50);

-- Sends a part of the log once more, to the same webhook or to another one.
create table webhook_replays (
  company_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  target_id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  event_types text[] not null,
  filter text not null check (length(filter) <= 6000),
  only_failed boolean not null,
  state text not null check (state in ('running', 'done', 'stopped', 'failed')),
  total integer not null,
  queued integer not null default 0,
  -- The last event that was queued.
  written_in xid8 not null default '0',
  place bigint not null default 0,
  user_id uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade,
  foreign key (company_id, target_id) references webhooks (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index webhook_replays_webhook on webhook_replays (company_id, webhook_id, id);
create index webhook_replays_target on webhook_replays (company_id, target_id);

alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy tenant on webhooks to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table webhook_cursors enable row level security;
alter table webhook_cursors force row level security;
create policy tenant on webhook_cursors to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy tenant on webhook_deliveries to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table webhook_hours enable row level security;
alter table webhook_hours force row level security;
create policy tenant on webhook_hours to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table webhook_replays enable row level security;
alter table webhook_replays force row level security;
create policy tenant on webhook_replays to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on webhooks, webhook_cursors, webhook_deliveries, webhook_hours, webhook_replays to kith_app;

-- The worker is the owner. It finds and leases due cursors of all companies; what is sent is read for one company by kith_app.
create policy worker on webhook_cursors to current_user using (true) with check (true);
create policy worker on webhooks for select to current_user using (true);
create policy housekeeping on webhook_hours to current_user using (hour < now() - interval '2 days');
create policy housekeeping on webhook_replays to current_user using (created_at < now() - interval '30 days');

-- From here on no event is missed, whether a worker runs or not.
insert into log_subscribers (subscriber, mark, marked_at) values ('webhooks', log_snapshot(), now());

-- Keeps partitions for today and the two days after it, and drops expired ones: one partition per call, like events_keep_partitions.
create function webhook_deliveries_keep_partitions(keep_days integer default 30) returns integer
  language plpgsql set lock_timeout = '500ms' as $$
declare
  day_start timestamp;
  partition_name text;
  first_id uuid;
  next_id uuid;
begin
  for ahead in 0..2 loop
    day_start := date_trunc('day', now() at time zone 'UTC') + make_interval(days => ahead);
    partition_name := 'webhook_deliveries_' || to_char(day_start, 'YYYY_MM_DD');
    continue when to_regclass(partition_name) is not null;
    lock table webhook_deliveries_default in access exclusive mode;
    -- Somebody else may have made it while this call waited.
    continue when to_regclass(partition_name) is not null;
    first_id := uuid_at(day_start at time zone 'UTC');
    next_id := uuid_at((day_start + interval '1 day') at time zone 'UTC');
    execute format('create table %I (like webhook_deliveries including all)', partition_name);
    -- Rows that came before their partition was made. Attaching checks that their companies are there, so it must see them.
    perform set_config('app.backfill', 'on', true);
    execute format('with moved as (delete from webhook_deliveries_default where event_id >= %L and event_id < %L returning *) insert into %I select * from moved',
      first_id, next_id, partition_name);
    execute format('alter table webhook_deliveries attach partition %I for values from (%L) to (%L)', partition_name, first_id, next_id);
    return 1;
  end loop;
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_deliveries'::regclass and c.relname ~ '^webhook_deliveries_\d{4}_\d{2}_\d{2}$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') + interval '1 day' < now() - make_interval(days => keep_days)
    order by c.relname limit 1
  loop
    execute format('drop table %I', partition_name);
    return 1;
  end loop;
  return 0;
end $$;
