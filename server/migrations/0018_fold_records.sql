-- in batches: records
-- What 0016 meant to do: the folded form of texts that were written before it. It ran where row-level security hid every row.
update records r set folded = f.folded
from (
  select t.company_id, t.id, jsonb_object_agg(text.key, fold(text.value)) as folded
  from unnest($1::uuid[], $2::uuid[]) as batch (company_id, id)
  join records t on t.company_id = batch.company_id and t.id = batch.id
  cross join lateral jsonb_each_text(t.data) as text
  join fields k on k.company_id = t.company_id and k.type_id = t.type_id and k.key = text.key and k.type in ('text', 'long_text', 'url')
  where fold(text.value) <> text.value and length(fold(text.value)) <= 500
  group by t.company_id, t.id
) as f
where r.company_id = f.company_id and r.id = f.id and r.folded is null;
