-- in batches: record_types
-- A lead points at what it became: a contact, an organization and a deal. Companies that were there before get the same relations as new
-- ones, each only where no field of theirs has its key or goes by its name, also none that is retired: theirs comes first.
with leads as (
  select t.company_id, t.id, coalesce(max(f.position), -1) as last_position, count(f.id) as field_count
  from unnest($1::uuid[], $2::uuid[]) as batch (company_id, id)
  join record_types t on t.company_id = batch.company_id and t.id = batch.id and t.key = 'lead' and t.retired_at is null
  left join fields f on f.company_id = t.company_id and f.type_id = t.id
  group by t.company_id, t.id
), added as (
  insert into fields (company_id, id, type_id, key, label, type, related_type_id, inverse_key, inverse_label, position, created_at)
  select l.company_id, gen_random_uuid(), l.id, wanted.key, wanted.label, 'relation', o.id,
    case when back.is_free then 'leads' end, case when back.is_free then 'Leads' end, l.last_position + wanted.place, now()
  from leads l
  cross join (values ('contact', 'Contact', 1), ('organization', 'Organization', 2), ('deal', 'Deal', 3)) as wanted (key, label, place)
  join record_types o on o.company_id = l.company_id and o.key = wanted.key and o.retired_at is null
  cross join lateral (
    select not exists (
      select from fields f
      where f.company_id = l.company_id and f.type_id = o.id and (f.key = 'leads' or lower(f.label) = 'leads')
    ) and not exists (
      select from fields f
      where f.company_id = l.company_id and f.related_type_id = o.id and (f.inverse_key = 'leads' or lower(f.inverse_label) = 'leads')
    ) as is_free
  ) as back
  -- A type has at most 200 fields, and some of them are there in every type.
  where l.field_count < 180
    and not exists (
      select from fields f
      where f.company_id = l.company_id and f.type_id = l.id and (f.key = wanted.key or lower(f.label) = lower(wanted.label))
    )
    and not exists (
      select from fields f
      where f.company_id = l.company_id and f.related_type_id = l.id and (f.inverse_key = wanted.key or lower(f.inverse_label) = lower(wanted.label))
    )
  returning company_id
)
update companies c set schema_version = schema_version + 1 from (select distinct company_id from added) as changed
where c.id = changed.company_id;
