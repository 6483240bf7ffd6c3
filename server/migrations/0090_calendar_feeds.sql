-- A person's tasks for their calendar program, read by an address that is a secret.
create table calendar_feeds (
  company_id uuid not null references companies (id),
  user_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32), -- SHA-256: whoever reads the table cannot read the calendar
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);

alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy tenant on calendar_feeds to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on calendar_feeds for select to kith_identity using (true);
grant select, insert, update, delete on calendar_feeds to kith_app;
grant select (company_id, user_id, token_hash, last_read_at) on calendar_feeds to kith_identity;
