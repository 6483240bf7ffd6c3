-- Who may come in: addresses that are verified, sign-ups that wait for their mail, links that an Admin made for someone else, and
-- wrong passwords counted over all nodes.

-- Where mail is configured, a company waits for its first Admin to open the mailed link. Until then it has no users and no data.
alter table companies add column is_waiting boolean not null default false;
create policy housekeeping on companies to current_user using (is_waiting and created_at < now() - interval '2 days');
create index companies_waiting on companies (created_at) where is_waiting;

-- Null: nobody has shown that mail to this address arrives. The columns about a link: the last one that another Admin made for this
-- person, until the person has seen the notice about it.
alter table users
  add column email_verified_at timestamptz,
  add column link_made_by uuid,
  add column link_made_at timestamptz,
  add foreign key (company_id, link_made_by) references users (company_id, id);

-- Who made the link; null where it was mailed.
alter table password_resets add column made_by uuid, add foreign key (company_id, made_by) references users (company_id, id);
-- Who made the password link that opened the session; null for every other session.
alter table sessions add column link_by uuid, add foreign key (company_id, link_by) references users (company_id, id);
alter table invitations add column is_mailed boolean not null default false;

grant select (created_at, is_mailed) on invitations to kith_identity;
grant select (made_by) on password_resets to kith_identity;
create index invitations_email on invitations (email, created_at);
create index invitations_day on invitations (company_id, created_at);

create table sign_ups (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 100),
  password_hash text not null,
  token_hash bytea check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (company_id, id)
);
create unique index sign_ups_token_hash on sign_ups (token_hash);
create index sign_ups_email on sign_ups (email, created_at);
alter table sign_ups enable row level security;
alter table sign_ups force row level security;
create policy tenant on sign_ups to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on sign_ups for select to kith_identity using (true);
grant select, insert, update, delete on sign_ups to kith_app;
grant select (company_id, id, email, token_hash, created_at, expires_at) on sign_ups to kith_identity;

create table email_verifications (
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
create unique index email_verifications_token_hash on email_verifications (token_hash);
create index email_verifications_user on email_verifications (company_id, user_id);
create index email_verifications_expired on email_verifications (expires_at);
alter table email_verifications enable row level security;
alter table email_verifications force row level security;
create policy tenant on email_verifications to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on email_verifications for select to kith_identity using (true);
create policy housekeeping on email_verifications to current_user using (expires_at < now() - interval '1 day');
grant select, insert, update on email_verifications to kith_app;
grant select (company_id, id, user_id, token_hash, expires_at, used_at) on email_verifications to kith_identity;

-- No company's data: sign-in counts before the company is known, and for addresses that have no account. `who` is a keyed hash of an
-- account, a network, or both together, so a row says nothing to whoever reads it.
create table sign_in_attempts (
  who bytea primary key check (length(who) = 32),
  tries integer not null default 0,
  since timestamptz not null,
  last_at timestamptz not null,
  wait_until timestamptz not null,
  known_at timestamptz -- when this account last signed in from this network
);
create index sign_in_attempts_last on sign_in_attempts (last_at);
grant select, insert, update, delete on sign_in_attempts to kith_app;
