-- What a webhook that was stopped has still to send is kept: its cursor has passed these events, so nothing else knows of them.
-- A partition goes when it is old enough; its open rows move to the default one.
create or replace function webhook_deliveries_keep_partitions(keep_days integer default 30) returns integer
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
    execute format('alter table webhook_deliveries detach partition %I', partition_name);
    perform set_config('app.backfill', 'on', true);
    execute format('insert into webhook_deliveries_default select d.* from %I d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.state in (''waiting'', ''retrying'') and not d.is_test', partition_name);
    execute format('drop table %I', partition_name);
    return 1;
  end loop;
  return 0;
end $$;
