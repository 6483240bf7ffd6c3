-- Filters read records through this view. Under row-level security PostgreSQL will not look a value up in an index with an
-- operator that could tell it to somebody (containment, LIKE, trigrams, anything on an expression) before it has checked the
-- policy, row by row. A view's condition has no such order: the same wall, and every index of the table behind it.
-- Its owner cannot sign in, nobody can become it, and the view is all it is for. docs/decisions/0012-filters-read-a-view.md
do $$
begin
  if not exists (select from pg_roles where rolname = 'kith_view') then
    create role kith_view nologin;
  end if;
end $$;

create view company_records as
  select company_id, id, type_id, title, owner_id, stage, amount, due_at, data, search, version, created_at, updated_at, deleted_at, merged_into
  from records where company_id = current_company();

grant select on records to kith_view;
create policy behind_view on records for select to kith_view using (true);
grant kith_view to current_user;
grant create on schema public to kith_view;
alter view company_records owner to kith_view;
grant select on company_records to kith_app;
revoke create on schema public from kith_view;
revoke kith_view from current_user;

-- What is in the trash is in no list: without it the indexes are smaller, and can answer by themselves.
drop index records_updated, records_created, records_title, records_owner, records_stage, records_amount, records_due;
create index records_updated on records (company_id, type_id, updated_at, id) where deleted_at is null;
create index records_created on records (company_id, type_id, created_at, id) where deleted_at is null;
create index records_title on records (company_id, type_id, (fold(title) collate "C"), id) where deleted_at is null;
create index records_owner on records (company_id, type_id, owner_id, updated_at, id) where deleted_at is null;
create index records_stage on records (company_id, type_id, stage, updated_at, id) include (amount) where deleted_at is null;
create index records_amount on records (company_id, type_id, amount, id) where deleted_at is null;
create index records_due on records (company_id, type_id, due_at, id) where deleted_at is null;

-- Whether a word is rare or on every page decides between an index of words and one in the list's order. PostgreSQL judges that by
-- trying the word on a sample of texts, and a hundred texts are too few.
alter table records alter column search set statistics 1000;
