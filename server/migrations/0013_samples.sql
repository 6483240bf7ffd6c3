-- Sample data that an empty company can fill itself with. All of a load is one operation: the log says which records it made.

create table samples (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('loading', 'loaded', 'failed', 'removed')),
  -- how much of the year is written
  steps_done integer not null default 0,
  failure text,
  operation_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index samples_current on samples (company_id) where state <> 'removed';

alter table samples enable row level security;
alter table samples force row level security;
create policy tenant on samples to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update on samples to kith_app;
