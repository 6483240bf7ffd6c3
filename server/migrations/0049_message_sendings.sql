-- Sending messages: the queue, who agreed to be written to, and links to unsubscribe. docs/decisions/0037-sending-messages.md

-- A message that was written here, on its way out. What it says is in `messages`, and so is its state; here is what a worker needs.
create table message_sendings (
  company_id uuid not null references companies (id),
  message_id uuid not null,
  channel_id uuid not null,
  purpose text not null check (purpose in ('personal', 'outreach', 'automatic')),
  -- It is sent from then on. None: it is being sent, or that is over.
  next_at timestamptz,
  -- The worker that sends. It holds an advisory lock on its name; with the lock free, it died.
  lease_by text check (length(lease_by) <= 100),
  -- Of an API channel: a program takes it and sends it.
  is_polled boolean not null default false,
  -- Taken by a program that sends for an API channel. Without a status it counts as unknown some time later.
  taken_at timestamptz,
  tries smallint not null default 0,
  first_try_at timestamptz,
  -- Fixed when it is queued, so that every try sends the same: references of an email, a template, the address to unsubscribe.
  headers jsonb not null default '{}',
  -- How the conversation was, for undo: {state, waits_for, due_at, last_message_id, …}.
  before jsonb,
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade,
  check (next_at is null or (lease_by is null and taken_at is null))
) with (fillfactor = 50);
create index message_sendings_next on message_sendings (company_id, next_at) where next_at is not null and not is_polled;
create index message_sendings_waiting on message_sendings (company_id, channel_id, next_at) where next_at is not null;
create index message_sendings_lease on message_sendings (lease_by) where lease_by is not null;
create index message_sendings_taken on message_sendings (taken_at) where taken_at is not null;
create index message_sendings_channel on message_sendings (company_id, channel_id);
-- A bounce names the message by one of these.
create index messages_envelope on messages (company_id, envelope_id) where envelope_id is not null;
create index messages_rfc on messages (company_id, channel_id, rfc_id) where direction = 'out' and rfc_id is not null;

-- Who may be written to, and why not. Never changed: the last line about an address counts.
--
-- granted: agreed    withdrawn: unsubscribed    bounced: their server refused for good    complained: reported us
create table consents (
  company_id uuid not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('email', 'whatsapp', 'api')),
  address text not null check (length(address) between 1 and 320), -- in lower case
  state text not null check (state in ('granted', 'withdrawn', 'bounced', 'complained')),
  source text not null check (length(source) between 1 and 200),
  text text not null default '' check (length(text) <= 2000), -- what they agreed to, or what their server said
  message_id uuid, -- kept when the message is gone
  user_id uuid,
  key_id uuid,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, key_id) references api_keys (company_id, id)
);
create index consents_address on consents (company_id, kind, address, id);

-- The link in a message of outreach. Only its hash is here.
create table unsubscribe_links (
  company_id uuid not null references companies (id),
  token_hash bytea not null check (length(token_hash) = 32),
  kind text not null check (kind in ('email', 'whatsapp', 'api')),
  address text not null check (length(address) between 1 and 320),
  message_id uuid not null, -- kept when the message is gone
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, token_hash)
);
create unique index unsubscribe_links_token on unsubscribe_links (token_hash);
create index unsubscribe_links_old on unsubscribe_links (created_at);

-- What a channel answers by itself to the first message of a conversation.
create table auto_replies (
  company_id uuid not null,
  channel_id uuid not null,
  text text not null check (length(text) between 1 and 5000),
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (company_id, channel_id),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade,
  foreign key (company_id, updated_by) references users (company_id, id)
);

-- One row for each automatic answer of a day (UTC): a sixth to the same address finds no free number.
create table auto_reply_counts (
  company_id uuid not null references companies (id),
  address text not null check (length(address) between 1 and 320),
  day date not null,
  n smallint not null check (n between 1 and 5),
  primary key (company_id, address, day, n)
);
create index auto_reply_counts_old on auto_reply_counts (day);

alter table message_sendings enable row level security;
alter table message_sendings force row level security;
create policy tenant on message_sendings to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table consents enable row level security;
alter table consents force row level security;
create policy tenant on consents to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table unsubscribe_links enable row level security;
alter table unsubscribe_links force row level security;
create policy tenant on unsubscribe_links to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table auto_replies enable row level security;
alter table auto_replies force row level security;
create policy tenant on auto_replies to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table auto_reply_counts enable row level security;
alter table auto_reply_counts force row level security;
create policy tenant on auto_reply_counts to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on message_sendings, auto_replies to kith_app;
grant select, insert on consents, auto_reply_counts to kith_app;
grant select, insert on unsubscribe_links to kith_app;
grant update (used_at) on unsubscribe_links to kith_app;

-- Whose link it is: asked before the company is known.
create policy identity on unsubscribe_links for select to kith_identity using (true);
grant select (company_id, token_hash, kind, address, used_at) on unsubscribe_links to kith_identity;

-- The worker is the owner. It finds what is due in all companies; what is sent is read for one company by kith_app.
create policy worker on message_sendings for select to current_user using (true);
create policy housekeeping on unsubscribe_links to current_user using (created_at < now() - interval '2 years');
create policy housekeeping on auto_reply_counts to current_user using (day < current_date - 2);
