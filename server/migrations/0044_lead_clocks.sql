-- What a lead became, and how long it waited for a first response.

-- One row for each lead that was ever converted: a second call is answered with what the first one made.
create table lead_conversions (
  company_id uuid not null,
  lead_id uuid not null,
  operation_id uuid not null,
  contact_id uuid,
  organization_id uuid,
  deal_id uuid,
  made uuid[] not null, -- those of the three that the conversion made
  -- What changed on the lead. The same changes backwards are the undo, and forwards again its undo.
  changes jsonb not null,
  user_id uuid not null,
  converted_at timestamptz not null,
  undone_at timestamptz,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references records (company_id, id) on delete set null (contact_id),
  foreign key (company_id, organization_id) references records (company_id, id) on delete set null (organization_id),
  foreign key (company_id, deal_id) references records (company_id, id) on delete set null (deal_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
-- For records that are removed for good.
create index lead_conversions_contact on lead_conversions (company_id, contact_id) where contact_id is not null;
create index lead_conversions_organization on lead_conversions (company_id, organization_id) where organization_id is not null;
create index lead_conversions_deal on lead_conversions (company_id, deal_id) where deal_id is not null;

-- How fast a company wants its leads answered. None: no clock runs.
create table lead_clock_policies (
  company_id uuid not null references companies (id),
  id smallint not null default 1 check (id = 1),
  is_on boolean not null,
  minutes integer not null check (minutes between 1 and 20160), -- of working time
  on_overdue text not null check (on_overdue in ('tell', 'next')),
  most_handovers smallint not null default 3 check (most_handovers between 1 and 20),
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, updated_by) references users (company_id, id)
);

-- One row for each time that a lead was given to a person. The newest of a lead counts.
create table lead_clocks (
  company_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  user_id uuid not null, -- who has to respond
  started_at timestamptz not null,
  due_at timestamptz not null,
  minutes integer not null, -- of the policy then
  on_overdue text not null check (on_overdue in ('tell', 'next')),
  -- Working minutes from the start to the response.
  response_minutes integer,
  responded_at timestamptz,
  responded_by uuid,
  response text check (response in ('note', 'status', 'converted')),
  overdue_at timestamptz, -- when the worker saw it
  -- Somebody else has the lead now.
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, responded_by) references users (company_id, id)
) with (fillfactor = 80);
-- One clock runs for a lead.
create unique index lead_clocks_running on lead_clocks (company_id, lead_id) where responded_at is null and ended_at is null;
create index lead_clocks_lead on lead_clocks (company_id, lead_id, id);
create index lead_clocks_started on lead_clocks (company_id, started_at);
create index lead_clocks_seen on lead_clocks (company_id, overdue_at) where overdue_at is not null;
create index lead_clocks_old on lead_clocks (started_at);
-- For the worker: what is due and was not seen yet.
create index lead_clocks_due on lead_clocks (due_at) where responded_at is null and ended_at is null and overdue_at is null;
create index lead_clocks_overdue on lead_clocks (company_id, due_at) where responded_at is null and ended_at is null;

alter table lead_conversions enable row level security;
alter table lead_conversions force row level security;
create policy tenant on lead_conversions to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_clock_policies enable row level security;
alter table lead_clock_policies force row level security;
create policy tenant on lead_clock_policies to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_clocks enable row level security;
alter table lead_clocks force row level security;
create policy tenant on lead_clocks to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on lead_conversions, lead_clock_policies, lead_clocks to kith_app;

-- The worker is the owner. It finds what is due in all companies; each is read and written for its company by kith_app.
create policy worker on lead_clocks for select to current_user using (true);
create policy housekeeping on lead_clocks to current_user using (started_at < now() - interval '400 days');
