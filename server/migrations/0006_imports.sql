-- Imports and exports: files of records, kept in parts for seven days. An import is worked off in batches; each batch moves the
-- row's place in the file, its counts and the failed rows in the transaction that saves its records, so a worker that dies
-- anywhere leaves every row either done and counted, or still to do.

create table imports (
  company_id uuid not null references companies (id),
  id uuid not null,
  type_id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  size integer not null check (size between 1 and 52428800),
  state text not null check (state in ('uploading', 'ready', 'checking', 'checked', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- how to read the file, settled when it is checked
  encoding text check (encoding in ('utf-8', 'windows-1252')),
  delimiter text check (length(delimiter) = 1),
  columns jsonb,
  mode text check (mode in ('create', 'upsert')),
  match text,
  -- [{column, field, format?}]
  mapping jsonb,
  -- where the next row begins, and its number in a spreadsheet; the header is row 1
  next_byte integer not null default 0,
  next_row integer not null default 1,
  batch_rows integer not null default 1000,
  total_rows integer,
  rows integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  failure text,
  operation_id uuid,
  undo_operation_id uuid,
  undo_user_id uuid,
  -- the event that was undone last; the newest are undone first
  undo_before uuid,
  restored integer not null default 0,
  kept integer not null default 0,
  -- [{id, title, reason}]: the first records that were changed since and therefore stay as they are
  kept_records jsonb not null default '[]',
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, type_id) references record_types (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, undo_user_id) references users (company_id, id),
  check (rows = created + updated + skipped + failed)
);

create table import_parts (
  company_id uuid not null references companies (id),
  import_id uuid not null,
  position integer not null check (position >= 0),
  bytes bytea not null check (length(bytes) <= 700000),
  -- what the bytes can be: plain ASCII, UTF-8, or something else
  alphabet text not null check (alphabet in ('ascii', 'utf-8', 'other')),
  created_at timestamptz not null,
  primary key (company_id, import_id, position),
  foreign key (company_id, import_id) references imports (company_id, id)
);
-- A batch reads a slice of a part: uncompressed, only that slice is fetched.
alter table import_parts alter column bytes set storage external;

create table import_errors (
  company_id uuid not null references companies (id),
  import_id uuid not null,
  row integer not null,
  cells jsonb not null,
  -- [{column, message, hint?}]
  reasons jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references imports (company_id, id)
);

create table exports (
  company_id uuid not null references companies (id),
  id uuid not null,
  type_id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  filter text not null default '',
  sort text not null,
  fields jsonb not null,
  state text not null check (state in ('running', 'done', 'failed')),
  -- next_cursor of the last page written
  cursor text,
  rows integer not null default 0,
  parts integer not null default 0,
  size bigint not null default 0,
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, type_id) references record_types (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);

create table export_parts (
  company_id uuid not null references companies (id),
  export_id uuid not null,
  position integer not null check (position >= 0),
  text text not null,
  created_at timestamptz not null,
  primary key (company_id, export_id, position),
  foreign key (company_id, export_id) references exports (company_id, id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['imports', 'import_parts', 'import_errors', 'exports', 'export_parts'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to kith_app using (company_id = current_company()) with check (company_id = current_company())', tenant_table);
  end loop;
  foreach tenant_table in array array['import_parts', 'import_errors', 'export_parts'] loop
    execute format('create policy housekeeping on %I to current_user using (created_at < now() - interval ''7 days'')', tenant_table);
    execute format('create index %I on %I (created_at)', tenant_table || '_age', tenant_table);
  end loop;
end $$;

grant select, insert, update on imports, exports to kith_app;
grant select, insert on import_parts, export_parts to kith_app;
grant select, insert, delete on import_errors to kith_app;

-- An import of a million rows is undone in slices, newest first: its events must be found in order.
create index events_operation_order on events (company_id, operation_id, id);
drop index events_operation;
