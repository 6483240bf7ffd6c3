-- Canned replies: texts that people send again and again, with variables such as {{contact.first_name|there}}.
create table canned_replies (
  company_id uuid not null references companies (id),
  id uuid not null,
  owner_id uuid not null, -- who wrote it; one that is not shared is theirs alone
  is_shared boolean not null,
  name text not null check (length(name) between 1 and 100),
  text text not null check (length(text) between 1 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id)
);
create index canned_replies_shared on canned_replies (company_id) where is_shared;
create index canned_replies_owner on canned_replies (company_id, owner_id);

alter table canned_replies enable row level security;
alter table canned_replies force row level security;
create policy tenant on canned_replies to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on canned_replies to kith_app;
