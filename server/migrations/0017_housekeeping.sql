-- A record that is removed for good frees the records that were merged into it. Before, a record that was merged and restored
-- kept pointing at the one it went into, and that one could never be removed. Those that are left of it point at none.
update records set merged_into = null where merged_into is not null and deleted_at is null;
alter table records drop constraint records_company_id_merged_into_fkey;
alter table records add constraint records_merged_into foreign key (company_id, merged_into) references records (company_id, id)
  on delete set null (merged_into) not valid;

-- Keeps partitions for this month and the two after it, and drops those whose last event is older than the audit period. One
-- partition per call, so that no lock is held for long; the answer is how many it changed, so a caller repeats until that is 0.
-- A partition is made beside the table and then attached: that stops neither readers nor writers of `events`. It needs the default
-- partition for a moment, which writers of covered months never touch. Dropping needs `events` itself, which is why no wait for
-- a lock here may last longer than half a second: everybody else waits behind it. (Detaching concurrently would not wait, but
-- PostgreSQL refuses it beside a default partition, and without one a month without a partition would stop all writing.)
drop function events_keep_partitions(integer);
create function events_keep_partitions(keep_days integer default 400) returns integer
  language plpgsql set lock_timeout = '500ms' as $$
declare
  month_start timestamp;
  partition_name text;
  first_id uuid;
  next_id uuid;
begin
  for ahead in 0..2 loop
    month_start := date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead);
    partition_name := 'events_' || to_char(month_start, 'YYYY_MM');
    continue when to_regclass(partition_name) is not null;
    lock table events_default in access exclusive mode;
    -- Somebody else may have made it while this call waited.
    continue when to_regclass(partition_name) is not null;
    first_id := uuid_at(month_start at time zone 'UTC');
    next_id := uuid_at((month_start + interval '1 month') at time zone 'UTC');
    execute format('create table %I (like events including all)', partition_name);
    -- Events that came before their partition was made. Attaching checks that their companies are there, so it must see them.
    perform set_config('app.backfill', 'on', true);
    execute format('with moved as (delete from events_default where id >= %L and id < %L returning *) insert into %I select * from moved',
      first_id, next_id, partition_name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name, first_id, next_id);
    return 1;
  end loop;
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and to_date(substr(c.relname, 8), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => keep_days)
    order by c.relname limit 1
  loop
    execute format('drop table %I', partition_name);
    return 1;
  end loop;
  return 0;
end $$;
