-- Channels: where conversations come from and go out. What arrives is written down as it came (inbound_items), before anybody reads it:
-- whatever goes wrong later, it is here. docs/decisions/0035-channels.md
create table channels (
  company_id uuid not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('email', 'whatsapp', 'api')),
  name text not null check (length(name) between 1 and 100),
  address text check (length(address) between 1 and 320),
  access text not null check (access in ('everyone', 'chosen', 'private')),
  owner_id uuid, -- of a private one
  settings jsonb not null default '{}', -- of its kind; nothing secret is in it
  credentials bytea, -- sealed by platform/vault
  -- Each change of settings or credentials, so that a worker with an open session notices.
  version integer not null default 1,
  history_days integer not null default 30 check (history_days between 0 and 36500),
  -- ok: works    failing: the last try failed, it is tried again    paused: by a person    needs_sign_in: a person has to mend it
  state text not null default 'ok' check (state in ('ok', 'failing', 'paused', 'needs_sign_in')),
  cause text check (length(cause) <= 30),
  words text check (length(words) <= 500),
  remedy text check (length(remedy) <= 500),
  since timestamptz not null,
  lines jsonb not null default '[]', -- of the last session, without secrets and without any text of a mail
  last_connected_at timestamptz,
  last_sent_at timestamptz,
  failures integer not null default 0, -- in a row
  next_try_at timestamptz,
  -- The worker that holds it. Past `lease_until` it is free.
  lease_by text check (length(lease_by) <= 100),
  lease_until timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its conversations stay, and so does its name. Its credentials do not.
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id),
  check ((access = 'private') = (owner_id is not null)),
  check ((lease_by is null) = (lease_until is null)),
  check (deleted_at is null or (credentials is null and lease_by is null))
) with (fillfactor = 50); -- leases are renewed
create unique index channels_address on channels (company_id, kind, lower(address)) where deleted_at is null and address is not null;
create index channels_due on channels (next_try_at nulls first, lease_until nulls first)
  where deleted_at is null and kind = 'email' and state <> 'paused';
create index channels_lease on channels (lease_by) where lease_by is not null;

create table channel_members (
  company_id uuid not null,
  channel_id uuid not null,
  user_id uuid not null,
  primary key (company_id, channel_id, user_id),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index channel_members_user on channel_members (company_id, user_id);

-- How far each folder of a mailbox was read. New mail goes up from last_uid, history goes down from oldest_uid.
create table channel_folders (
  company_id uuid not null,
  channel_id uuid not null,
  path text not null check (length(path) between 1 and 500),
  role text not null check (role in ('inbox', 'sent', 'junk')),
  uid_validity bigint not null,
  last_uid bigint not null default 0,
  oldest_uid bigint, -- none: history is not read
  there integer not null default 0, -- when they were last compared: how many the server has
  here integer not null default 0, -- and how many of them are here
  compared_at timestamptz,
  primary key (company_id, channel_id, path),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade
) with (fillfactor = 50); -- updated for every batch

-- What arrived, as it came. One row per source_key: folder/uidvalidity/uid, or the other system's own id.
--
-- new: waits for a worker    done: a message    duplicate: the message was here    skipped: on purpose    failed: three times
create table inbound_items (
  company_id uuid not null references companies (id),
  id uuid not null,
  channel_id uuid not null,
  source_key text not null check (length(source_key) between 1 and 700),
  bytes bytea, -- removed some time after it was taken
  size integer not null check (size >= 0),
  state text not null default 'new' check (state in ('new', 'done', 'duplicate', 'skipped', 'failed')),
  reason text check (length(reason) <= 500),
  attempts smallint not null default 0,
  next_try_at timestamptz,
  received_at timestamptz not null,
  message_id uuid,
  primary key (company_id, id),
  unique (company_id, channel_id, source_key),
  foreign key (company_id, channel_id) references channels (company_id, id),
  check (next_try_at is null or state = 'new')
) with (fillfactor = 80);
-- Read in parts, by a download: out of a compressed value each part would unpack all of it.
alter table inbound_items alter column bytes set storage external;
create index inbound_items_new on inbound_items (company_id, channel_id, next_try_at nulls first, id) where state = 'new';
create index inbound_items_failed on inbound_items (company_id, channel_id, id) where state = 'failed';
create index inbound_items_channel on inbound_items (company_id, channel_id, id);
create index inbound_items_message on inbound_items (company_id, message_id) where message_id is not null;
create index inbound_items_expired on inbound_items (received_at) where bytes is not null and state <> 'new';

alter table channels enable row level security;
alter table channels force row level security;
create policy tenant on channels to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table channel_members enable row level security;
alter table channel_members force row level security;
create policy tenant on channel_members to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table channel_folders enable row level security;
alter table channel_folders force row level security;
create policy tenant on channel_folders to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table inbound_items enable row level security;
alter table inbound_items force row level security;
create policy tenant on inbound_items to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on channels, channel_members, channel_folders, inbound_items to kith_app;

-- Workers ask in which companies and channels something waits.
create policy identity on inbound_items for select to kith_identity using (state = 'new');
grant select (company_id, channel_id, id, state, next_try_at) on inbound_items to kith_identity;

-- The worker is the owner. It finds and leases due channels of all companies; what they hold is read for one company by kith_app.
create policy worker on channels to current_user using (true) with check (true);
create policy housekeeping on inbound_items to current_user
  using (state <> 'new' and received_at < now() - interval '30 days') with check (bytes is null);
