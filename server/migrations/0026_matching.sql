-- What records are matched by: a field may be unique, and a web address counts whole unless its field says that it is a domain.
alter table fields
  add column is_unique boolean not null default false,
  add column is_domain boolean not null default false;
update fields f set is_domain = true from record_types t
where t.company_id = f.company_id and t.id = f.type_id and t.key = 'organization' and f.key = 'website' and f.type = 'url';

-- external_id: a value of a unique field, as `field:value`. It becomes trashed_id while its record is in the trash, where it is free for
-- other records.
alter table record_identifiers
  drop constraint record_identifiers_kind_check,
  add constraint record_identifiers_kind_check check (kind in ('email', 'phone', 'domain', 'url', 'external_id', 'trashed_id'));
create unique index record_identifiers_unique on record_identifiers (company_id, type_id, value) where kind = 'external_id';

-- When a record came into its stage, and when it was won or lost. They change only together with the stage.
alter table records
  add column stage_entered_at timestamptz,
  add column won_at timestamptz,
  add column lost_at timestamptz;
-- The sum of what was won in a period reads this index alone. Records that were not won are not in it.
create index records_won on records (company_id, type_id, won_at, id) include (amount) where won_at is not null and deleted_at is null;

-- When something last happened on a record: a note, a task done. In a table of its own, because each note would otherwise write the
-- whole record again, into all of its indexes.
create table record_activity (
  company_id uuid not null references companies (id),
  record_id uuid not null,
  type_id uuid not null,
  at timestamptz not null,
  primary key (company_id, record_id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, type_id) references record_types (company_id, id)
);
create index record_activity_at on record_activity (company_id, type_id, at, record_id);

alter table record_activity enable row level security;
alter table record_activity force row level security;
create policy tenant on record_activity to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on record_activity to kith_app;

grant select on record_activity to kith_view;
create policy behind_view on record_activity for select to kith_view using (true);
grant kith_view to current_user;
grant create on schema public to kith_view;
-- A query that does not ask for the last activity does not join it: PostgreSQL leaves out an outer join by a primary key.
create or replace view company_records as
  select r.company_id, r.id, r.type_id, r.title, r.owner_id, r.stage, r.amount, r.due_at, r.data, r.search, r.version, r.created_at, r.updated_at,
    r.deleted_at, r.merged_into, r.folded, r.foreign_money, r.stage_entered_at, r.won_at, r.lost_at, a.at as last_activity_at
  from records r left join record_activity a on a.company_id = r.company_id and a.record_id = r.id and a.type_id = r.type_id
  where r.company_id = current_company();
revoke create on schema public from kith_view;
revoke kith_view from current_user;
