-- Companies and the people in them. Every table below carries company_id, has primary key (company_id, id), refers by the
-- composite pair, and is under forced row-level security: kith_app sees the company of its transaction and nothing else;
-- kith_identity, which only finds out who is calling, may read just the columns that takes.

create function current_company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;

create table companies (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  time_zone text not null default 'UTC',
  created_at timestamptz not null
);

create table users (
  company_id uuid not null references companies (id),
  id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 100),
  role text not null check (role in ('admin', 'member')),
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id)
);
-- An address signs in to one company, so it is unique over all of them.
create unique index users_email on users (email);

create table sessions (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  password_at timestamptz not null,
  client text,
  ip text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index sessions_token_hash on sessions (token_hash);
create index sessions_user on sessions (company_id, user_id, created_at);

create table invitations (
  company_id uuid not null references companies (id),
  id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('admin', 'member')),
  token_hash bytea check (length(token_hash) = 32),
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invited_by) references users (company_id, id)
);
create unique index invitations_token_hash on invitations (token_hash);
create unique index invitations_open_email on invitations (company_id, email) where accepted_at is null and revoked_at is null;

create table password_resets (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index password_resets_token_hash on password_resets (token_hash);
create index password_resets_user on password_resets (company_id, user_id);

alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies to kith_app using (id = current_company()) with check (id = current_company());
create policy identity on companies for select to kith_identity using (true);

alter table users enable row level security;
alter table users force row level security;
create policy tenant on users to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on users for select to kith_identity using (true);

alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on sessions for select to kith_identity using (true);
-- The owner of the tables may clear away what has expired, and nothing else.
create policy housekeeping on sessions to current_user using (created_at < now() - interval '30 days');

alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on invitations for select to kith_identity using (true);

alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy tenant on password_resets to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on password_resets for select to kith_identity using (true);
create policy housekeeping on password_resets to current_user using (expires_at < now() - interval '1 day');

grant usage on schema public to kith_app, kith_identity;
grant select, insert, update on companies, users, invitations, password_resets to kith_app;
grant select, insert, update, delete on sessions to kith_app;

grant select (id, name, time_zone) on companies to kith_identity;
grant select (company_id, id, email, name, role, password_hash, disabled_at) on users to kith_identity;
grant select (company_id, id, user_id, token_hash, password_at, created_at, last_seen_at) on sessions to kith_identity;
grant select (company_id, id, email, role, token_hash, expires_at, accepted_at, revoked_at) on invitations to kith_identity;
grant select (company_id, id, user_id, token_hash, expires_at, used_at) on password_resets to kith_identity;
create index users_name on users (company_id, lower(name), id);
