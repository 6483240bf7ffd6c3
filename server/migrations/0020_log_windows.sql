-- Readers of the event log go on by snapshots: what is visible in this one and was not in the last is new. For that an event
-- carries its writer's own transaction number. `written_in` is no use for it: it may be the number of another transaction, which
-- ends earlier. It stays what it is good for: the order in which the changes of one record were made.
-- Rows from before this file have no number and count as older than every snapshot. docs/decisions/0019-log-reader.md
alter table events add column txid xid8;
alter table events alter column txid set default pg_current_xact_id();
-- Made while the table is small: writes wait about two seconds for every million events.
create index events_txid on events (txid);
-- Which companies wrote something, and of which kind; still no subject and no value.
grant select (type, txid) on events to kith_identity;

-- A transaction number means something in one cluster only. After a dump is restored into another one, its numbers begin anew.
-- So that numbers of this log only ever go up, `shift` is added to them from then on. One row for each move; no company's data.
create table log_clusters (
  shift bigint primary key,
  cluster text not null,
  since timestamptz not null default now()
);
grant select (shift) on log_clusters to kith_app, kith_identity;

-- The cluster and its timeline: a restore to a point in time keeps the cluster and goes back in its numbers.
create function log_this_cluster() returns text
  language sql stable
  return (select system_identifier::text from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);

-- The current snapshot, in the numbers of the log.
create function log_snapshot() returns pg_snapshot
  language plpgsql stable as $$
declare
  added bigint := (select max(shift) from log_clusters);
  taken pg_snapshot := pg_current_snapshot();
begin
  if added = 0 then
    return taken;
  end if;
  return format('%s:%s:%s', pg_snapshot_xmin(taken)::text::bigint + added, pg_snapshot_xmax(taken)::text::bigint + added,
    (select string_agg((running::text::bigint + added)::text, ',' order by running) from pg_snapshot_xip(taken) as running))::pg_snapshot;
end $$;

-- Makes the cluster it runs in the log's own; true if it was another one until now. A million numbers for each second since 2020 are
-- more than any cluster uses, so a new shift lies above whatever was given out before, also after the dump was taken.
-- The lock waits for writers under way: no number of before is committed after.
create function log_adopt_cluster() returns boolean
  language plpgsql as $$
declare
  here text := log_this_cluster();
  added bigint;
begin
  if here = (select cluster from log_clusters order by shift desc limit 1) then
    return false;
  end if;
  lock table events in access exclusive mode;
  if here = (select cluster from log_clusters order by shift desc limit 1) then
    return false;
  end if;
  added := extract(epoch from clock_timestamp() - timestamptz '2020-01-01 UTC')::bigint * 1048576 - pg_current_xact_id()::text::bigint;
  insert into log_clusters (shift, cluster) values (added, here);
  execute format(
    'alter table only events alter column txid set default (pg_current_xact_id()::text::bigint + %1$s)::text::xid8,
       alter column written_in set default (greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()))::text::bigint + %1$s)::text::xid8',
    added);
  return true;
end $$;

-- An installation that was restored before this file has stamps of a cluster that was further ahead: then this is a move, too.
alter table events no force row level security;
alter table companies no force row level security;
insert into log_clusters (shift, cluster)
  select 0, case when exists (
    select from companies c
    cross join lateral (select e.written_in from events e where e.company_id = c.id order by e.written_in desc, e.place desc limit 1) as latest
    where latest.written_in > pg_current_xact_id()
  ) then 'another' else log_this_cluster() end;
alter table events force row level security;
alter table companies force row level security;
select log_adopt_cluster();
