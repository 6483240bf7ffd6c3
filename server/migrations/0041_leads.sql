-- Website leads: forms, and what was sent with them. A submission is written down first and taken by a worker later; nothing that goes
-- wrong there loses it. docs/decisions/0030-website-leads.md
create table lead_sources (
  company_id uuid not null references companies (id),
  id uuid not null,
  -- In the form's address, so it is found before the company is known.
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{16}$'),
  name text not null check (length(name) between 1 and 100),
  state text not null default 'draft' check (state in ('draft', 'published', 'paused')),
  fields jsonb not null, -- each {key, label, kind, is_required, help}
  origins text[] not null default '{}', -- sites that may show the form; none: every site
  redirect_url text check (length(redirect_url) <= 2000),
  button text not null check (length(button) between 1 and 60),
  thanks text not null check (length(thanks) <= 500),
  intro text not null default '' check (length(intro) <= 2000),
  consent_text text not null default '' check (length(consent_text) <= 2000),
  consent_version integer not null default 1,
  is_consent_required boolean not null default false,
  wants_opt_in boolean not null default false,
  day_cap integer not null default 1000 check (day_cap between 1 and 10000000),
  -- While it lasts, only those who were there before it or did the work are taken at once.
  flood_since timestamptz,
  flood_until timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its submissions keep the name of the form they came from.
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id)
);

-- How many came by the day (UTC). `accepted` is what counts towards the day's cap.
create table lead_source_days (
  company_id uuid not null,
  source_id uuid not null,
  day date not null,
  accepted integer not null default 0,
  held integer not null default 0,
  last_at timestamptz not null,
  primary key (company_id, source_id, day),
  foreign key (company_id, source_id) references lead_sources (company_id, id)
) with (fillfactor = 50); -- updated for every batch

-- received: waits for a worker    taken: a lead, a touch or a lead of a contact    held: looks like spam    dropped: by a person
-- failed: could not be taken ten times
create table lead_submissions (
  company_id uuid not null references companies (id),
  id uuid not null,
  source_id uuid, -- none: sent with a key, or by another company
  sender text check (length(sender) <= 200), -- where there is no source: the key or the company
  -- The same twice is one submission. Without one given, it is the id.
  dedupe_key text not null check (length(dedupe_key) between 1 and 100),
  received_at timestamptz not null,
  state text not null check (state in ('received', 'taken', 'held', 'dropped', 'failed')),
  state_at timestamptz not null,
  is_released boolean not null default false, -- by a person: it is not held again
  given jsonb not null, -- {field key: text}
  attribution jsonb not null default '{}', -- {page, referrer, landing, utm_…, gclid …}
  consent jsonb, -- {text, version, given, at, page}, as it was shown
  score smallint not null default 0,
  reasons text[] not null default '{}',
  ip text check (length(ip) <= 60),
  user_agent text check (length(user_agent) <= 300),
  lead_id uuid,
  kind text check (kind in ('new', 'touch', 'contact')),
  failure text check (length(failure) <= 500),
  tries smallint not null default 0,
  next_try_at timestamptz,
  primary key (company_id, id),
  unique nulls not distinct (company_id, source_id, dedupe_key),
  foreign key (company_id, source_id) references lead_sources (company_id, id),
  -- What a person sent goes when their lead goes for good, as notes do.
  foreign key (company_id, lead_id) references records (company_id, id) on delete cascade,
  check ((state = 'taken') = (kind is not null)),
  check (lead_id is null or state = 'taken')
);
create index lead_submissions_received on lead_submissions (company_id, next_try_at nulls first, id) where state = 'received';
create index lead_submissions_state on lead_submissions (company_id, state, id);
create index lead_submissions_source on lead_submissions (company_id, source_id, state, id);
create index lead_submissions_lead on lead_submissions (company_id, lead_id, id) where lead_id is not null;
create index lead_submissions_expired on lead_submissions (state_at) where state in ('held', 'dropped');

-- A link that was mailed to the address of a submission, to be confirmed by a button on the page that it opens.
create table lead_opt_ins (
  company_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  email text not null check (length(email) <= 320),
  token_hash bytea check (length(token_hash) = 32),
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (company_id, id),
  unique (company_id, submission_id),
  foreign key (company_id, submission_id) references lead_submissions (company_id, id) on delete cascade
);
create unique index lead_opt_ins_token on lead_opt_ins (token_hash) where token_hash is not null;
create index lead_opt_ins_email on lead_opt_ins (email, created_at);

alter table lead_sources enable row level security;
alter table lead_sources force row level security;
create policy tenant on lead_sources to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_source_days enable row level security;
alter table lead_source_days force row level security;
create policy tenant on lead_source_days to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_submissions enable row level security;
alter table lead_submissions force row level security;
create policy tenant on lead_submissions to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_opt_ins enable row level security;
alter table lead_opt_ins force row level security;
create policy tenant on lead_opt_ins to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on lead_sources, lead_source_days, lead_submissions, lead_opt_ins to kith_app;

-- Which form is meant, and how many it took today: asked for every submission, before its company is known.
create policy identity on lead_sources for select to kith_identity using (deleted_at is null);
grant select (company_id, id, public_id, name, state, fields, origins, redirect_url, button, thanks, intro, consent_text, consent_version,
  is_consent_required, wants_opt_in, day_cap, flood_since, flood_until, deleted_at) on lead_sources to kith_identity;
create policy identity on lead_opt_ins for select to kith_identity using (true);
grant select (company_id, id, submission_id, email, token_hash, created_at, sent_at, expires_at, confirmed_at) on lead_opt_ins to kith_identity;
-- Workers ask which companies have something waiting.
create policy identity on lead_submissions for select to kith_identity using (state = 'received');
grant select (company_id, id, state, next_try_at) on lead_submissions to kith_identity;

-- The owner keeps house: held ones for 90 days, dropped ones for 30. An opt-in goes with its submission.
create policy housekeeping on lead_submissions to current_user
  using ((state = 'held' and state_at < now() - interval '90 days') or (state = 'dropped' and state_at < now() - interval '30 days'));
create policy housekeeping on lead_source_days to current_user using (day < current_date - 400);
