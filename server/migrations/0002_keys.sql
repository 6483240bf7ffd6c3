-- API keys. The table holds SHA-256 of the key; the key itself exists only in the answer that created it.
-- A deleted key keeps its row, so that past changes keep its name.

create table api_keys (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  key_hash bytea not null check (length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  last_used_at timestamptz,
  client text,
  client_named boolean not null default false,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index api_keys_key_hash on api_keys (key_hash);
create index api_keys_user on api_keys (company_id, user_id, created_at);

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy tenant on api_keys to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy identity on api_keys for select to kith_identity using (true);

grant select, insert, update on api_keys to kith_app;
grant select (company_id, id, user_id, name, key_hash, last_used_at, client_named, deleted_at) on api_keys to kith_identity;
