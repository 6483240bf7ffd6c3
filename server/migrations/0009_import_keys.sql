-- What the check of a file would have made so far, by what it would be recognised by: a row further down that repeats a key counts
-- as a change, although nothing was written. Emptied when the check ends.

create table import_keys (
  company_id uuid not null references companies (id),
  import_id uuid not null,
  -- a hash of the email, phone or domain: enough to tell repeats, and nobody's address lies here
  key bigint not null,
  -- the record it would mean: one that is there, or the id that one would have got
  record_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, import_id, key),
  foreign key (company_id, import_id) references imports (company_id, id)
);
alter table import_keys enable row level security;
alter table import_keys force row level security;
create policy tenant on import_keys to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on import_keys to current_user using (created_at < now() - interval '7 days');
create index import_keys_age on import_keys (created_at);
grant select, insert, delete on import_keys to kith_app;
