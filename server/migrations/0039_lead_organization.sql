-- in batches: fields
-- "Company" is where the members work, and a lead does not work there. Only where nobody has given the field another name.
update fields f set label = 'Organization name'
from unnest($1::uuid[], $2::uuid[]) as batch (company_id, id), record_types t
where f.company_id = batch.company_id and f.id = batch.id and t.company_id = f.company_id and t.id = f.type_id
  and t.key = 'lead' and f.key = 'company' and f.type = 'text' and f.label = 'Company'
  and not exists (
    select from fields o
    where o.company_id = f.company_id and o.type_id = f.type_id and o.id <> f.id and lower(o.label) = 'organization name'
  );
