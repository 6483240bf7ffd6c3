-- Texts are equal whatever their case. Where a text of a record's own fields is not folded as it stands, its folded form is kept
-- beside it, so that equality is containment in one or the other and both have an index. Most texts of most records need none.
alter table records add column folded jsonb;

update records r set folded = f.folded
from (
  select t.company_id, t.id, jsonb_object_agg(text.key, fold(text.value)) as folded
  from records t cross join lateral jsonb_each_text(t.data) as text
  join fields k on k.company_id = t.company_id and k.type_id = t.type_id and k.key = text.key and k.type in ('text', 'long_text', 'url')
  where fold(text.value) <> text.value and length(fold(text.value)) <= 500
  group by t.company_id, t.id
) as f
where r.company_id = f.company_id and r.id = f.id;

create index records_folded on records using gin (company_id, folded jsonb_path_ops) where folded is not null;

grant kith_view to current_user;
grant create on schema public to kith_view;
create or replace view company_records as
  select company_id, id, type_id, title, owner_id, stage, amount, due_at, data, search, version, created_at, updated_at, deleted_at, merged_into,
    folded
  from records where company_id = current_company();
revoke create on schema public from kith_view;
revoke kith_view from current_user;
