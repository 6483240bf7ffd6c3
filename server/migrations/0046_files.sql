-- Files: what messages carry and what people upload. The bytes are kept once per content and company, in chunks, behind one interface
-- (server/src/platform/files). docs/decisions/0033-files.md
create table files (
  company_id uuid not null references companies (id),
  id uuid not null,
  -- Both are known when all bytes are here. Without them it is an upload that goes on, or one that was cut off.
  sha256 bytea check (length(sha256) = 32),
  size integer check (size >= 0),
  created_by uuid, -- none: it came with a message
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id),
  check ((sha256 is null) = (size is null))
);
create unique index files_content on files (company_id, sha256);
create index files_size on files (company_id) include (size);

create table file_chunks (
  company_id uuid not null,
  file_id uuid not null,
  n integer not null check (n >= 0),
  bytes bytea not null check (length(bytes) between 1 and 262144),
  primary key (company_id, file_id, n),
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
-- Most files are compressed already; trying again costs time and saves nothing.
alter table file_chunks alter column bytes set storage external;

-- What shows a file: a message, or for a day the member who uploaded it. A file without any is removed.
create table file_uses (
  company_id uuid not null,
  file_id uuid not null,
  used_by text not null check (used_by ~ '^[a-z]{3,4}_[0-9a-z]{26}$'), -- an id as it is shown
  position integer not null default 0 check (position >= 0),
  name text not null check (length(name) between 1 and 200),
  type text not null check (length(type) between 3 and 100),
  content_id text check (length(content_id) <= 250), -- what the HTML of a message calls it by
  created_at timestamptz not null default now(),
  primary key (company_id, used_by, position, file_id),
  -- No cascade: whatever removes a file, it cannot remove one that is shown somewhere.
  foreign key (company_id, file_id) references files (company_id, id)
);
create index file_uses_file on file_uses (company_id, file_id);
create index file_uses_uploads on file_uses (created_at) where used_by like 'usr\_%';

alter table files enable row level security;
alter table files force row level security;
create policy tenant on files to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table file_chunks enable row level security;
alter table file_chunks force row level security;
create policy tenant on file_chunks to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table file_uses enable row level security;
alter table file_uses force row level security;
create policy tenant on file_uses to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, delete on files, file_uses to kith_app;
-- A row is locked by whoever is about to use it, and to lock a row takes the right to change a column of it.
grant update (created_at) on files to kith_app;
grant update (name, type, created_at) on file_uses to kith_app;
grant select, insert on file_chunks to kith_app;
grant update (file_id) on file_chunks to kith_app;

create policy housekeeping on files to current_user using (created_at < now() - interval '1 hour');
-- Also for a message that goes with its contact, by housekeeping.
create policy housekeeping on file_uses to current_user using (true) with check (false);

-- Removes files that nothing shows. Whoever is about to use one holds a lock on its row, so it is left for the next time; whoever used
-- one just before it was locked is seen by the second statement.
create function remove_unused_files(most integer) returns setof uuid
  language plpgsql as $$
declare
  unused tid[];
begin
  unused := array(
    select f.ctid from files f
    where f.created_at < now() - interval '1 hour'
      and not exists (select from file_uses u where u.company_id = f.company_id and u.file_id = f.id)
    limit most for update of f skip locked);
  return query
    delete from files f
    where f.ctid = any (unused) and not exists (select from file_uses u where u.company_id = f.company_id and u.file_id = f.id)
    returning f.id;
end $$;
