-- Files on records: what people attached to them. The bytes are kept by `files`, and each row has its use there, under the id of the row.
-- docs/decisions/0060-files-on-records.md
create table record_files (
  company_id uuid not null references companies (id),
  id uuid not null,
  record_id uuid not null,
  file_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  type text not null check (length(type) between 3 and 100), -- found from the bytes
  size integer not null check (size >= 0),
  -- Of a picture that a browser shows.
  width integer check (width > 0),
  height integer check (height > 0),
  author_id uuid,
  created_at timestamptz not null,
  deleted_at timestamptz, -- removed from the record; undo brings it back for 30 days
  primary key (company_id, id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references files (company_id, id),
  foreign key (company_id, author_id) references users (company_id, id),
  check ((width is null) = (height is null))
);
-- The same content under the same name is on a record once: attaching it again changes nothing.
create unique index record_files_once on record_files (company_id, record_id, file_id, name) where deleted_at is null;
create index record_files_record on record_files (company_id, record_id, id);
create index record_files_file on record_files (company_id, file_id);
create index record_files_removed on record_files (deleted_at) where deleted_at is not null;

alter table record_files enable row level security;
alter table record_files force row level security;
create policy tenant on record_files to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update on record_files to kith_app;
-- Housekeeping removes what was removed long ago, and moves what is on a merged record that goes for good.
create policy housekeeping on record_files to current_user using (true);

-- A row that goes for good lets go of its file. Before, as for messages: 0048_inbox.sql says why.
create function forget_record_file() returns trigger language plpgsql as $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('att', old.id);
  return old;
end $$;
create trigger forgotten before delete on record_files for each row execute function forget_record_file();

-- The trash is emptied of merged records too. Their files belong to the record that they are part of by now, with those of records that had
-- been merged into them before: whichever of two such records goes first, none of the files goes with it.
create function keep_merged_files() returns trigger language plpgsql as $$
begin
  with recursive parts as (
    select old.id
    union
    select r.id from parts p join records r on r.company_id = old.company_id and r.merged_into = p.id
  )
  update record_files f set record_id = old.merged_into
  where f.company_id = old.company_id and f.record_id in (select p.id from parts p)
    and not exists (select from record_files o where o.company_id = f.company_id and o.record_id = old.merged_into
      and o.file_id = f.file_id and o.name = f.name and o.deleted_at is null);
  return old;
end $$;
create trigger keep_merged_files before delete on records for each row when (old.merged_into is not null) execute function keep_merged_files();
