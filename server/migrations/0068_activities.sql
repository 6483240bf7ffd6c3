-- Calls, meetings and emails that somebody wrote down on a record, and the contacts who took part. docs/decisions/0054-activities.md
create table activities (
  company_id uuid not null references companies (id),
  id uuid not null,
  record_id uuid not null,
  author_id uuid,
  kind text not null check (kind in ('call', 'meeting', 'email')),
  at timestamptz not null,
  duration_minutes integer check (duration_minutes between 1 and 1440),
  outcome text not null check (length(outcome) <= 20000),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, author_id) references users (company_id, id)
);
create index activities_record on activities (company_id, record_id, id);
create index activities_at on activities (company_id, at, id) where deleted_at is null;
create index activities_kind on activities (company_id, kind, at, id) where deleted_at is null;
create index activities_words on activities using gin (company_id, fold(outcome) gin_trgm_ops) where deleted_at is null;

create table activity_people (
  company_id uuid not null references companies (id),
  activity_id uuid not null,
  record_id uuid not null,
  primary key (company_id, activity_id, record_id),
  foreign key (company_id, activity_id) references activities (company_id, id) on delete cascade,
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade
);
create index activity_people_record on activity_people (company_id, record_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['activities', 'activity_people'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to kith_app using (company_id = current_company()) with check (company_id = current_company())', tenant_table);
  end loop;
end $$;
grant select, insert, update on activities to kith_app;
grant select, insert, delete on activity_people to kith_app;

-- They are searched by words as notes are. docs/decisions/0012-filters-read-a-view.md
grant select on activities to kith_view;
create policy behind_view on activities for select to kith_view using (true);
grant kith_view to current_user;
grant create on schema public to kith_view;
create view company_activities as
  select company_id, id, record_id, outcome, at, deleted_at from activities where company_id = current_company();
alter view company_activities owner to kith_view;
grant select on company_activities to kith_app;
revoke create on schema public from kith_view;
revoke kith_view from current_user;
