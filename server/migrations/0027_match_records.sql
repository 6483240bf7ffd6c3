-- in batches: records
-- What 0026 made room for, of records that were written before it: whole web addresses as identifiers, the times of their stage from the
-- event log, and their last activity from notes and tasks. Where the log does not reach back, the last change of the record is taken.
with batch as (
  select r.company_id, r.id, r.type_id, r.stage, r.data, r.updated_at, r.deleted_at, f.key as stage_field, f.options
  from unnest($1::uuid[], $2::uuid[]) as given (company_id, id)
  join records r on r.company_id = given.company_id and r.id = given.id
  join record_types t on t.company_id = r.company_id and t.id = r.type_id
  left join fields f on f.company_id = t.company_id and f.type_id = t.id and f.key = t.stage_field
),
addresses as (
  select b.company_id, b.id, b.type_id, f.is_domain, b.data ->> f.key as address
  from batch b join fields f on f.company_id = b.company_id and f.type_id = b.type_id and f.type = 'url' and f.retired_at is null
  where b.data ->> f.key is not null
),
no_longer_domains as (
  delete from record_identifiers i using batch b
  where i.company_id = b.company_id and i.record_id = b.id and i.kind = 'domain' and not exists (
    select from addresses a where a.company_id = b.company_id and a.id = b.id and a.is_domain
      and substring(a.address from '^https?://(?:[^/?#]*@)?(?:www\.)?([^/:?#]+)') = i.value)
),
whole_addresses as (
  insert into record_identifiers (company_id, type_id, kind, value, record_id)
  select distinct company_id, type_id, 'url', regexp_replace(regexp_replace(address, '^https?://(?:www\.)?', ''), '/?(?:#.*)?$', ''), id
  from addresses where not is_domain and length(address) <= 500
  on conflict do nothing
),
activity as (
  insert into record_activity (company_id, record_id, type_id, at)
  select b.company_id, b.id, b.type_id, happened.at
  from batch b cross join lateral (
    select max(at) as at from (
      select max(n.created_at) as at from notes n
      where n.company_id = b.company_id and n.deleted_at is null and (n.record_id = b.id or n.record_id in (
        select m.id from records m where m.company_id = b.company_id and m.merged_into = b.id))
      union all
      select max(coalesce(done.at, task.updated_at))
      from record_links l
      join records task on task.company_id = l.company_id and task.id = l.from_id and task.deleted_at is null
      join record_types t on t.company_id = task.company_id and t.id = task.type_id and t.key = 'task'
      join fields f on f.company_id = t.company_id and f.type_id = t.id and f.key = t.stage_field
      join lateral jsonb_array_elements(f.options) as option on option ->> 'key' = task.stage and option ->> 'state' = 'won'
      left join lateral (
        select e.at from events e
        where e.company_id = task.company_id and e.subject_type = 'rec' and e.subject_id = task.id and e.changes -> t.stage_field ->> 1 = task.stage
        order by e.id desc limit 1) as done on true
      where l.company_id = b.company_id and l.to_id = b.id
    ) as each_one
  ) as happened
  where happened.at is not null
  on conflict (company_id, record_id) do update set at = greatest(record_activity.at, excluded.at)
),
stages as (
  select b.company_id, b.id, b.updated_at, entered.at as entered_at, closed.at as closed_at,
    (select option ->> 'state' from jsonb_array_elements(b.options) as option where option ->> 'key' = b.stage) as state
  from batch b
  left join lateral (
    select e.at from events e
    where e.company_id = b.company_id and e.subject_type = 'rec' and e.subject_id = b.id and e.type in ('record.created', 'record.updated')
      and e.changes -> b.stage_field ->> 1 = b.stage
    order by e.id desc limit 1) as entered on true
  -- The last time it came into the state it is in from a stage of another state.
  left join lateral (
    select e.at from events e
    join jsonb_array_elements(b.options) as now_in on now_in ->> 'key' = e.changes -> b.stage_field ->> 1
    left join jsonb_array_elements(b.options) as came_from on came_from ->> 'key' = e.changes -> b.stage_field ->> 0
    where e.company_id = b.company_id and e.subject_type = 'rec' and e.subject_id = b.id and e.type in ('record.created', 'record.updated')
      and now_in ->> 'state' is distinct from came_from ->> 'state'
      and now_in ->> 'state' = (select option ->> 'state' from jsonb_array_elements(b.options) as option where option ->> 'key' = b.stage)
    order by e.id desc limit 1) as closed on true
  where b.stage is not null and b.stage_field is not null
)
update records r set
  stage_entered_at = coalesce(s.entered_at, s.updated_at),
  won_at = case when s.state = 'won' then coalesce(s.closed_at, s.entered_at, s.updated_at) end,
  lost_at = case when s.state = 'lost' then coalesce(s.closed_at, s.entered_at, s.updated_at) end
from stages s
where r.company_id = s.company_id and r.id = s.id and r.stage_entered_at is null;
