-- Dashboards: figures over records, one's own or shared with the company. A widget is data: what to count, of which records,
-- and how to draw it. Widgets flow in order over twelve columns, so a place is a position and a size.

create table dashboards (
  company_id uuid not null references companies (id),
  id uuid not null,
  owner_id uuid not null,
  is_shared boolean not null default false,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id)
);

create table widgets (
  company_id uuid not null references companies (id),
  id uuid not null,
  dashboard_id uuid not null,
  kind text not null check (kind in ('number', 'bar', 'line', 'area', 'funnel', 'table', 'leaderboard', 'activity')),
  title text not null check (length(title) between 1 and 80),
  -- none: activity, which is of records of every type
  type_id uuid,
  filter text not null default '',
  measure text not null default 'count' check (measure in ('count', 'sum', 'average', 'median', 'min', 'max', 'weighted')),
  field text not null default '',
  group_by text not null default '',
  interval text not null default 'month' check (interval in ('day', 'week', 'month', 'quarter', 'year')),
  -- of the intervals shown, how many lie ahead
  ahead integer not null default 0 check (ahead >= 0),
  -- page: the period that whoever looks at the dashboard has chosen
  period text not null default 'none' check (period in ('none', 'page', 'week', 'month', 'quarter', 'year')),
  date_field text not null default '',
  goal bigint check (goal >= 0),
  sort text not null default '',
  columns jsonb not null default '[]',
  shown integer not null check (shown between 1 and 50),
  position integer not null,
  width integer not null check (width between 1 and 12),
  height integer not null check (height between 1 and 12),
  -- counts every change of the settings: a result holds for one number
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, dashboard_id) references dashboards (company_id, id) on delete cascade,
  foreign key (company_id, type_id) references record_types (company_id, id),
  check ((kind = 'activity') = (type_id is null))
);
create index widgets_dashboard on widgets (company_id, dashboard_id, position, id);

-- What a worker counted for widgets over more records than can be counted while somebody waits.
create table widget_results (
  company_id uuid not null references companies (id),
  widget_id uuid not null,
  period text not null,
  version integer not null,
  asked_at timestamptz not null,
  counted_at timestamptz,
  figure jsonb,
  -- {code, message}: why it could not be counted
  failure jsonb,
  primary key (company_id, widget_id, period),
  foreign key (company_id, widget_id) references widgets (company_id, id) on delete cascade
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['dashboards', 'widgets', 'widget_results'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to kith_app using (company_id = current_company()) with check (company_id = current_company())', tenant_table);
  end loop;
end $$;

grant select, insert, update, delete on dashboards, widgets to kith_app;
grant select, insert, update on widget_results to kith_app;
