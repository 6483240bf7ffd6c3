-- Which calls were taken back, and by which: "undo that", said twice, goes on to the change before. Housekeeping removes a row after 90 days.
create table undone_operations (
  company_id uuid not null references companies (id),
  operation_id uuid not null,
  undone_by uuid not null,
  at timestamptz not null,
  primary key (company_id, operation_id)
);
create index undone_operations_by on undone_operations (company_id, undone_by);
create index undone_operations_at on undone_operations (at);

alter table undone_operations enable row level security;
alter table undone_operations force row level security;
create policy tenant on undone_operations to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on undone_operations to current_user using (at < now() - interval '90 days');
grant select, insert, update, delete on undone_operations to kith_app;
