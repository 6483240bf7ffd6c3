-- Where leads are sent, what became of each sending, and the codes by which another company may send here.
-- docs/decisions/0032-sending-leads.md
create table destinations (
  company_id uuid not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('http', 'email', 'teammate', 'company')),
  url text check (length(url) between 1 and 2000),
  -- Sealed by platform/vault, as are the secret and the code.
  headers bytea,
  header_names text[] not null default '{}',
  secret bytea,
  last_four text check (length(last_four) = 4),
  mapping jsonb not null default '[]', -- each {to, from} or {to, text}
  accept jsonb not null default '{}', -- {statuses, accepted, refused}
  timeout_ms integer not null default 5000 check (timeout_ms between 1000 and 15000),
  email text check (length(email) between 3 and 254),
  user_id uuid,
  code bytea,
  code_last_four text check (length(code_last_four) = 4),
  -- How long a receiver may give a lead back; 0: never.
  return_days smallint not null default 7 check (return_days between 0 and 90),
  is_paused boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its name stays for the log; its secrets do not.
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id),
  check (deleted_at is not null or case kind when 'http' then url is not null and secret is not null
    when 'email' then email is not null when 'teammate' then user_id is not null else code is not null end),
  check (deleted_at is null or (secret is null and headers is null and code is null)),
  check ((secret is null) = (last_four is null)),
  check ((code is null) = (code_last_four is null))
);

-- One sending of one lead to one destination: a hop. Its id is the idempotency key at the receiver.
--
-- reserved: waits to be sent    sending: a worker is sending it    accepted, refused, timeout: what the receiver did
-- unknown: it may have arrived (the worker died, or the connection was cut)    returned: given back after it was accepted
create table lead_deliveries (
  company_id uuid not null references companies (id),
  id uuid not null,
  lead_id uuid, -- none: a test
  destination_id uuid not null,
  n integer, -- of the decision
  rule_id uuid,
  on_unknown text not null check (on_unknown in ('next', 'hold')),
  state text not null default 'reserved' check (state in ('reserved', 'sending', 'accepted', 'refused', 'timeout', 'unknown', 'returned')),
  -- Of an earlier round: the lead may be sent to the same destination again.
  is_past boolean not null default false,
  -- The worker that sends. It holds an advisory lock on its name; with the lock free, it died.
  lease_by text,
  next_at timestamptz,
  tries smallint not null default 0,
  -- Whether requests failed, as opposed to a receiver that says no.
  is_failure boolean not null default false,
  reason text check (length(reason) <= 200),
  body bytea, -- the same bytes in every try; removed after 30 days
  attempts jsonb not null default '[]', -- each {at, ms, status, error, answer}
  ms integer,
  reserved_at timestamptz not null,
  finished_at timestamptz,
  returned_at timestamptz,
  return_reason text check (length(return_reason) <= 500),
  return_by uuid,
  primary key (company_id, id),
  -- What was sent holds values of the lead: it goes with it.
  foreign key (company_id, lead_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, destination_id) references destinations (company_id, id),
  foreign key (company_id, return_by) references users (company_id, id),
  check (num_nulls(lead_id, n, rule_id) in (0, 3)),
  check (next_at is null or state in ('reserved', 'unknown')),
  check ((lease_by is not null) = (state = 'sending'))
) with (fillfactor = 70); -- a row is updated twice or three times
create index lead_deliveries_due on lead_deliveries (company_id, destination_id, next_at) where next_at is not null;
create index lead_deliveries_next on lead_deliveries (company_id, next_at) where next_at is not null;
create index lead_deliveries_lease on lead_deliveries (lease_by, company_id) where lease_by is not null;
create index lead_deliveries_lead on lead_deliveries (company_id, lead_id, id);
create index lead_deliveries_destination on lead_deliveries (company_id, destination_id, id);
create index lead_deliveries_state on lead_deliveries (company_id, state, id) where state <> 'accepted';
create index lead_deliveries_bodies on lead_deliveries (id) where body is not null;
-- For housekeeping, which goes by age.
create index lead_deliveries_age on lead_deliveries (id);

-- By such a code another company on this service may send leads here. The code itself is kept by whoever uses it.
create table lead_codes (
  company_id uuid not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  code_hash bytea not null check (length(code_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  is_on boolean not null default true,
  created_by uuid not null,
  created_at timestamptz not null,
  renewed_at timestamptz,
  last_used_at timestamptz,
  primary key (company_id, id),
  unique (code_hash),
  foreign key (company_id, created_by) references users (company_id, id)
);

-- What came from another company, and whether it is given back. Written in the company that received it.
create table lead_arrivals (
  company_id uuid not null references companies (id),
  hop_id uuid not null, -- of the sender, who has it as its delivery
  code_id uuid not null,
  from_company uuid not null,
  from_name text not null,
  -- The companies it has passed through, as digests: it never goes round in a circle.
  via text[] not null,
  received_at timestamptz not null,
  return_state text check (return_state in ('asked', 'returned', 'refused')),
  return_reason text check (length(return_reason) <= 500),
  return_answer text check (length(return_answer) <= 200),
  return_by uuid,
  primary key (company_id, hop_id),
  foreign key (company_id, return_by) references users (company_id, id)
);
create index lead_arrivals_asked on lead_arrivals (company_id, hop_id) where return_state = 'asked';
create index lead_arrivals_age on lead_arrivals (hop_id);

alter table destinations enable row level security;
alter table destinations force row level security;
create policy tenant on destinations to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_deliveries enable row level security;
alter table lead_deliveries force row level security;
create policy tenant on lead_deliveries to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_codes enable row level security;
alter table lead_codes force row level security;
create policy tenant on lead_codes to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table lead_arrivals enable row level security;
alter table lead_arrivals force row level security;
create policy tenant on lead_arrivals to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on destinations, lead_deliveries, lead_codes, lead_arrivals to kith_app;

-- The worker is the owner. It finds what is due in all companies; what is sent is read for one company by kith_app.
create policy worker on lead_deliveries to current_user using (true) with check (true);
create policy worker on lead_arrivals to current_user using (true) with check (true);
create policy housekeeping on destinations to current_user using (deleted_at < now() - interval '400 days');

-- Whose code it is, before any company is known.
create policy identity on lead_codes for select to kith_identity using (true);
grant select (company_id, id, code_hash, is_on) on lead_codes to kith_identity;
