-- in batches: records
-- What 0127 made room for, of records that were merged before it.
with recursive parts as (
  select r.company_id, r.id, r.merged_into as whole, 1 as depth
  from unnest($1::uuid[], $2::uuid[]) as given (company_id, id)
  join records r on r.company_id = given.company_id and r.id = given.id and r.merged_into is not null
  union all
  select p.company_id, p.id, r.merged_into, p.depth + 1 from parts p
  join records r on r.company_id = p.company_id and r.id = p.whole and r.merged_into is not null
  where p.depth < 100
)
update records r set part_of = last.whole
from (select distinct on (company_id, id) company_id, id, whole from parts order by company_id, id, depth desc) as last
where r.company_id = last.company_id and r.id = last.id and r.part_of is distinct from last.whole;
