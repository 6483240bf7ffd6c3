-- in batches: records
-- What 0064 made room for, of records that were written before it. The sources are those of features/records/activity.ts.
insert into record_activity (company_id, record_id, type_id, at, contacted_at)
select r.company_id, r.id, r.type_id, greatest(r.created_at, happened.at), case when t.key = 'contact' then greatest(happened.at,
  case when r.data ->> 'last_contacted' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d' then (r.data ->> 'last_contacted')::timestamptz end) end
from unnest($1::uuid[], $2::uuid[]) as given (company_id, id)
join records r on r.company_id = given.company_id and r.id = given.id
join record_types t on t.company_id = r.company_id and t.id = r.type_id
cross join lateral (
  with near as (
    select r.id
    union all
    select o.id from record_links l join records o on o.company_id = l.company_id and o.id = l.from_id and o.deleted_at is null
    where t.key = 'organization' and l.company_id = r.company_id and l.to_id = r.id
  )
  select array_agg(one.id) as ids from (
    select id from near union all select m.id from near join records m on m.company_id = r.company_id and m.merged_into = near.id
  ) as one
) as about
cross join lateral (
  select max(each_one.at) as at from (
    select n.created_at as at from notes n where n.company_id = r.company_id and n.record_id = any(about.ids) and n.deleted_at is null
    union all
    select task.won_at from record_links l
    join records task on task.company_id = l.company_id and task.id = l.from_id and task.deleted_at is null
    join record_types tt on tt.company_id = task.company_id and tt.id = task.type_id and tt.key = 'task'
    where l.company_id = r.company_id and l.to_id = any(about.ids)
    union all
    select least(m.at, now()) from messages m
    join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
    join channels ch on ch.company_id = m.company_id and ch.id = m.channel_id
    where m.company_id = r.company_id and m.direction = 'in' and m.contact_id = any(about.ids)
      and m.kind = 'mail' and c.state <> 'spam' and (c.is_shared or ch.access = 'everyone')
    union all
    select least(m.at, now()) from conversations c
    join messages m on m.company_id = c.company_id and m.conversation_id = c.id
    join channels ch on ch.company_id = m.company_id and ch.id = m.channel_id
    where c.company_id = r.company_id and c.contact_id = any(about.ids) and ((m.direction = 'out' and m.state in ('sent', 'delivered', 'read'))
         or (m.direction = 'in' and m.contact_id is null))
      and m.kind = 'mail' and c.state <> 'spam' and (c.is_shared or ch.access = 'everyone')
  ) as each_one
) as happened
on conflict (company_id, record_id) do update set at = excluded.at, contacted_at = excluded.contacted_at;
