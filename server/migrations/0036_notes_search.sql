-- Notes are searched by words. As with records, a policy would keep the trigram index out of it, so the search reads a view.
-- docs/decisions/0012-filters-read-a-view.md
grant select on notes to kith_view;
create policy behind_view on notes for select to kith_view using (true);
grant kith_view to current_user;
grant create on schema public to kith_view;
create view company_notes as
  select company_id, id, record_id, text, created_at, deleted_at from notes where company_id = current_company();
alter view company_notes owner to kith_view;
grant select on company_notes to kith_app;
revoke create on schema public from kith_view;
revoke kith_view from current_user;
