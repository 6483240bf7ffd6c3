-- Greetings that members send.

create table greetings (
  company_id uuid not null references companies (id),
  id uuid not null,
  name text not null,
  is_delivered boolean not null default false,
  is_counted boolean not null default false,
  created_at timestamptz not null,
  primary key (company_id, id)
);

alter table greetings enable row level security;
alter table greetings force row level security;
create policy tenant on greetings to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update on greetings to kith_app;
