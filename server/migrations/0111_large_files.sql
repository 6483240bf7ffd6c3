-- Files that come in parts: each part is a request of its own, to any node, and what was cut off goes on from where it is.
-- docs/decisions/0067-uploads-in-parts.md
-- Two GiB are one byte more than an integer holds. Both tables have a short row for each file, so that they are written anew in seconds.
alter table files alter column size type bigint;
alter table record_files alter column size type bigint;

create table file_uploads (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  -- Where its bytes are: a file without a hash until the last of them is here, then the file with this content.
  file_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  type text not null check (length(type) between 3 and 100),
  tag text check (length(tag) between 1 and 200), -- what the uploader finds it by
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  sha256 bytea check (length(sha256) = 32), -- what the uploader says it will be
  hashed bytea not null check (length(hashed) = 32), -- SHA-256 of what was received, to go on with
  created_at timestamptz not null,
  active_at timestamptz not null, -- when its last bytes came
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  -- No cascade: while an upload goes on, nothing removes its bytes.
  foreign key (company_id, file_id) references files (company_id, id),
  check ((finished_at is null) or (received = size))
);
create index file_uploads_of_user on file_uploads (company_id, user_id, id);
create index file_uploads_file on file_uploads (company_id, file_id);
create index file_uploads_active on file_uploads (active_at);

alter table file_uploads enable row level security;
alter table file_uploads force row level security;
create policy tenant on file_uploads to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, delete on file_uploads to kith_app;
grant update (file_id, received, hashed, active_at, finished_at) on file_uploads to kith_app;
create policy housekeeping on file_uploads to current_user using (true) with check (false);

-- The bytes of an upload become a file where they are.
grant update (sha256, size) on files to kith_app;
-- What was cancelled, or has the content of a file that is there, is removed piece by piece: two GiB at once take longer than a statement may.
grant delete on file_chunks to kith_app;
-- A trigger, because a second policy would be one more to look at for whoever asks how companies are kept apart.
create function keep_chunks_of_files() returns trigger
  language plpgsql as $$
begin
  if exists (select from files f where f.company_id = old.company_id and f.id = old.file_id and f.sha256 is not null) then
    return null;
  end if;
  return old;
end $$;
create trigger only_of_uploads before delete on file_chunks for each row execute function keep_chunks_of_files();

-- Makes a file of the bytes of an upload. Nothing: there is a file with this content already.
create function finish_upload(company uuid, upload uuid, content bytea, bytes bigint) returns uuid
  language plpgsql as $$
declare
  done uuid;
begin
  update files set sha256 = content, size = bytes where company_id = company and id = upload and sha256 is null returning id into done;
  return done;
exception when unique_violation then
  return null;
end $$;

-- As before, without the bytes of uploads that go on, and no more bytes at once than are removed in seconds.
create or replace function remove_unused_files(most integer) returns setof uuid
  language plpgsql as $$
declare
  one record;
  unused tid[] := '{}';
  bytes bigint := 0;
begin
  for one in
    select f.ctid as place, coalesce(f.size, 0) as size from files f
    where f.created_at < now() - interval '1 hour'
      and not exists (select from file_uses u where u.company_id = f.company_id and u.file_id = f.id)
      and not exists (select from file_uploads p where p.company_id = f.company_id and p.file_id = f.id)
    limit most for update of f skip locked
  loop
    unused := unused || one.place;
    bytes := bytes + one.size;
    exit when bytes > 268435456;
  end loop;
  return query
    delete from files f
    where f.ctid = any (unused)
      and not exists (select from file_uses u where u.company_id = f.company_id and u.file_id = f.id)
      and not exists (select from file_uploads p where p.company_id = f.company_id and p.file_id = f.id)
    returning f.id;
end $$;
