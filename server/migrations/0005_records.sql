-- Records: one machinery for every type. A type and its fields are data; a record is one row. What a type names as its stage,
-- amount and date lives in typed columns, all other values in `data`; relations are rows of their own, indexed both ways.

alter table companies add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$');
-- Counts every change of the types and fields: what a node has read of them holds for one number.
alter table companies add column schema_version integer not null default 1;
grant select (currency, schema_version) on companies to kith_identity;

create table record_types (
  company_id uuid not null references companies (id),
  id uuid not null,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (length(label) between 1 and 60),
  label_plural text not null check (length(label_plural) between 1 and 60),
  icon text not null default 'table',
  stage_field text,
  amount_field text,
  date_field text,
  position integer not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (company_id, id)
);
create unique index record_types_key on record_types (company_id, key);

create table fields (
  company_id uuid not null references companies (id),
  id uuid not null,
  type_id uuid not null,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (length(label) between 1 and 60),
  type text not null check (type in ('text', 'long_text', 'number', 'money', 'boolean', 'date', 'datetime', 'select', 'multi_select',
    'stage', 'user', 'relation', 'email', 'phone', 'url')),
  is_multi boolean not null default false,
  is_required boolean not null default false,
  -- [{key, label, state?, probability?, color?, retired?}] of a select, multi-select or stage, in order
  options jsonb,
  related_type_id uuid,
  -- what the relation is called seen from the other side
  inverse_key text check (inverse_key ~ '^[a-z][a-z0-9_]{0,39}$'),
  inverse_label text,
  position integer not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, type_id) references record_types (company_id, id),
  foreign key (company_id, related_type_id) references record_types (company_id, id)
);
create unique index fields_key on fields (company_id, type_id, key);

create table records (
  company_id uuid not null references companies (id),
  id uuid not null,
  type_id uuid not null,
  title text not null check (length(title) <= 500),
  owner_id uuid,
  stage text,
  amount numeric,
  due_at timestamptz,
  data jsonb not null default '{}',
  search text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, type_id) references record_types (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id)
);

-- How texts are compared everywhere: composed, in lower case by Unicode's rules without a language, ordered by code point.
create function fold(text) returns text
  language sql immutable strict parallel safe
  return lower(normalize($1, nfc) collate "und-x-icu") collate "C";

create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create index records_updated on records (company_id, type_id, updated_at, id);
create index records_created on records (company_id, type_id, created_at, id);
create index records_title on records (company_id, type_id, fold(title), id);
create index records_owner on records (company_id, type_id, owner_id, updated_at, id);
create index records_stage on records (company_id, type_id, stage, updated_at, id);
create index records_amount on records (company_id, type_id, amount, id);
create index records_due on records (company_id, type_id, due_at, id);
create index records_deleted on records (company_id, deleted_at) where deleted_at is not null;
-- Composite, so that a look-up reads one company's matches and not every company's.
create index records_data on records using gin (company_id, data jsonb_path_ops);
create index records_search on records using gin (company_id, search gin_trgm_ops);

create table record_links (
  company_id uuid not null references companies (id),
  field_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  primary key (company_id, field_id, from_id, to_id),
  foreign key (company_id, field_id) references fields (company_id, id),
  foreign key (company_id, from_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, to_id) references records (company_id, id) on delete cascade
);
create index record_links_back on record_links (company_id, to_id, field_id, from_id);
create index record_links_from on record_links (company_id, from_id, field_id);

create table record_identifiers (
  company_id uuid not null references companies (id),
  type_id uuid not null,
  kind text not null check (kind in ('email', 'phone', 'domain', 'external_id')),
  value text not null,
  record_id uuid not null,
  primary key (company_id, kind, value, record_id),
  foreign key (company_id, type_id) references record_types (company_id, id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade
);
create index record_identifiers_record on record_identifiers (company_id, record_id);

create table notes (
  company_id uuid not null references companies (id),
  id uuid not null,
  record_id uuid not null,
  author_id uuid,
  text text not null check (length(text) between 1 and 20000),
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, author_id) references users (company_id, id)
);
create index notes_record on notes (company_id, record_id, id);

create table saved_views (
  company_id uuid not null references companies (id),
  id uuid not null,
  type_id uuid not null,
  owner_id uuid not null,
  is_shared boolean not null default false,
  name text not null check (length(name) between 1 and 80),
  filter text not null default '',
  sort text not null default '',
  columns jsonb not null default '[]',
  layout text not null default 'table' check (layout in ('table', 'board')),
  position integer not null default 0,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, type_id) references record_types (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id)
);
create index saved_views_type on saved_views (company_id, type_id, position, id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['record_types', 'fields', 'records', 'record_links', 'record_identifiers', 'notes', 'saved_views'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to kith_app using (company_id = current_company()) with check (company_id = current_company())', tenant_table);
  end loop;
end $$;
create policy housekeeping on records to current_user using (deleted_at < now() - interval '30 days');

grant select, insert, update on record_types, fields, records, notes to kith_app;
grant select, insert, update, delete on record_links, record_identifiers, saved_views to kith_app;

-- A record that was merged away points at the one it went into; its notes and history are read with that one's.
alter table records add column merged_into uuid;
alter table records add foreign key (company_id, merged_into) references records (company_id, id);
create index records_merged on records (company_id, merged_into) where merged_into is not null;
-- The change feed reads in the order in which transactions became visible.
create index events_written on events (company_id, written_in, id);
