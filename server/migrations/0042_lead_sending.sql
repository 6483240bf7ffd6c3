-- Deciding who gets a lead: rules, turns, counts, decisions, working hours and absences. docs/decisions/0031-deciding.md

-- The whole list as it was saved, never changed: a decision can be run again with the rules of its day.
create table lead_rules (
  company_id uuid not null references companies (id),
  version integer not null check (version > 0),
  rules jsonb not null,
  note text not null default '' check (length(note) <= 500),
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (company_id, version),
  foreign key (company_id, saved_by) references users (company_id, id)
);

-- The company's lock on deciding, and the number of its last decision.
create table lead_routing (
  company_id uuid primary key references companies (id),
  n bigint not null default 0
) with (fillfactor = 50);

-- Where each rotation is. `ends` is the end of a person's last turn; the row of the rule itself, with the rule's id as `who`, holds the
-- rotation's own time, and in `present` the people who could have had the last turn.
create table lead_turns (
  company_id uuid not null references companies (id),
  rule_id uuid not null,
  who uuid not null,
  ends numeric not null,
  present uuid[],
  primary key (company_id, rule_id, who)
) with (fillfactor = 50);

-- What counts towards a cap. `who` is the rule itself, or a person within it.
create table lead_counts (
  company_id uuid not null references companies (id),
  rule_id uuid not null,
  who uuid not null,
  per text not null check (per in ('hour', 'day', 'month')),
  starts_at timestamptz not null,
  n integer not null check (n >= 0),
  primary key (company_id, rule_id, who, per, starts_at)
) with (fillfactor = 50);
create index lead_counts_old on lead_counts (starts_at);

-- Every decision with what it was made from. `json`, not `jsonb`: run again, it gives the same bytes.
create table lead_decisions (
  company_id uuid not null references companies (id),
  n bigint not null,
  lead_id uuid not null,
  at timestamptz not null,
  cause text not null check (cause in ('new', 'refused', 'timeout', 'unknown', 'returned', 'asked', 'overdue')),
  rules_version integer not null, -- 0: there were none
  facts json not null,
  steps json not null,
  outcome json not null,
  kind text not null check (kind in ('assign', 'send', 'none')),
  rule_id uuid,
  user_id uuid,
  destination_id uuid,
  -- The counts that it raised, each {who, per, starts_at}: a lead that comes back gives them back once.
  counted json not null,
  is_given_back boolean not null default false,
  primary key (company_id, n),
  -- The facts hold values of the lead: they go with it.
  foreign key (company_id, lead_id) references records (company_id, id) on delete cascade
);
create index lead_decisions_lead on lead_decisions (company_id, lead_id, n);
create index lead_decisions_rule on lead_decisions (company_id, rule_id, n) where rule_id is not null;
create index lead_decisions_user on lead_decisions (company_id, user_id, n) where user_id is not null;
create index lead_decisions_destination on lead_decisions (company_id, destination_id, n) where destination_id is not null;
create index lead_decisions_kind on lead_decisions (company_id, kind, n);
create index lead_decisions_old on lead_decisions (at);

-- When somebody works. The row with the company's own id holds for everyone without one.
create table working_hours (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid generated always as (nullif(id, company_id)) stored,
  zone text not null check (length(zone) between 1 and 60),
  days jsonb not null, -- each {day, from, to}; 1 is Monday
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);

create table absences (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '' check (length(note) <= 200),
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id),
  check (ends_at > starts_at)
);
create index absences_user on absences (company_id, user_id, ends_at);
create index absences_old on absences (ends_at);

alter table lead_rules enable row level security;
alter table lead_rules force row level security;
create policy tenant on lead_rules to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_routing enable row level security;
alter table lead_routing force row level security;
create policy tenant on lead_routing to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_turns enable row level security;
alter table lead_turns force row level security;
create policy tenant on lead_turns to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_counts enable row level security;
alter table lead_counts force row level security;
create policy tenant on lead_counts to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_decisions enable row level security;
alter table lead_decisions force row level security;
create policy tenant on lead_decisions to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table working_hours enable row level security;
alter table working_hours force row level security;
create policy tenant on working_hours to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table absences enable row level security;
alter table absences force row level security;
create policy tenant on absences to kith_app using (company_id = current_company()) with check (company_id = current_company());
-- A version and a decision are never changed, but for the mark that a decision's counts were given back.
grant select, insert on lead_rules, lead_decisions to kith_app;
grant update (is_given_back) on lead_decisions to kith_app;
grant select, insert, update, delete on lead_routing, lead_turns, lead_counts, working_hours, absences to kith_app;

create policy housekeeping on lead_counts to current_user using (starts_at < now() - interval '40 days');
create policy housekeeping on lead_decisions to current_user using (at < now() - interval '400 days');
create policy housekeeping on absences to current_user using (ends_at < now() - interval '400 days');
