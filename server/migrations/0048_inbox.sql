-- The inbox: conversations with people outside, through channels. Who sees a channel sees its conversations; what is hidden does not
-- exist. docs/decisions/0036-inbox.md
create table conversations (
  company_id uuid not null references companies (id),
  id uuid not null,
  channel_id uuid not null,
  subject text not null default '' check (length(subject) <= 1000),
  preview text not null default '' check (length(preview) <= 300),
  state text not null default 'open' check (state in ('open', 'snoozed', 'closed', 'spam')),
  assignee_id uuid,
  contact_id uuid,
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- A conversation of a private or chosen channel that everyone may see.
  is_shared boolean not null default false,
  waits_for text not null default 'us' check (waits_for in ('us', 'them')),
  due_at timestamptz,
  snoozed_until timestamptz,
  last_at timestamptz not null,
  last_message_id uuid,
  -- The order of every list, from one index: what waits for us by its due time, then what waits for them, the latest first.
  list_key bigint not null generated always as (case
    when state = 'snoozed' then (extract(epoch from (snoozed_until - timestamptz '1970-01-01 00:00:00+00')) * 1000)::bigint
    when state = 'open' and waits_for = 'us' then (extract(epoch from (coalesce(due_at, last_at) - timestamptz '1970-01-01 00:00:00+00')) * 1000)::bigint
    else 8000000000000 - (extract(epoch from (last_at - timestamptz '1970-01-01 00:00:00+00')) * 1000)::bigint end) stored,
  version integer not null default 1,
  message_count integer not null default 0,
  merged_into uuid, -- its messages are there; it is in no list
  split_from uuid,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade,
  foreign key (company_id, assignee_id) references users (company_id, id),
  -- What a person wrote goes when their contact goes for good, as notes do.
  foreign key (company_id, contact_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, merged_into) references conversations (company_id, id) on delete cascade,
  foreign key (company_id, split_from) references conversations (company_id, id) on delete set null (split_from),
  check ((state = 'snoozed') = (snoozed_until is not null))
) with (fillfactor = 80); -- updated for every message
create index conversations_list on conversations (company_id, state, list_key, id) where merged_into is null;
create index conversations_channel on conversations (company_id, channel_id, state, list_key, id) where merged_into is null;
create index conversations_assignee on conversations (company_id, assignee_id, state, list_key, id) where assignee_id is not null and merged_into is null;
create index conversations_contact on conversations (company_id, contact_id, last_at) where contact_id is not null;
create index conversations_shared on conversations (company_id, state, list_key, id) where is_shared and merged_into is null;
create index conversations_snoozed on conversations (snoozed_until) where state = 'snoozed';
create index conversations_merged on conversations (company_id, merged_into) where merged_into is not null;
create index conversations_split on conversations (company_id, split_from) where split_from is not null;

-- The words of a message, for the search: letters and digits only, so that an address is found by each of its parts, and without accents, so
-- that Muller finds Müller. Code points, not classes: the answer does not depend on the locale of the database. The query is made the same
-- way, in features/inbox/query/words.ts. Cut, because PostgreSQL refuses more than 1 MiB of words; 60,000 characters are about 10,000 words.
create function message_words(subject text, body text, sender jsonb, recipients jsonb) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', regexp_replace(
    normalize(regexp_replace(normalize(fold(left(concat_ws(' ', subject, sender ->> 'name', sender ->> 'address',
      left(jsonb_path_query_array(recipients, '$.*[*].*')::text, 4000), body), 60000)), nfd), '[\u0300-\u036f]', '', 'g'), nfc),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));

create table messages (
  company_id uuid not null references companies (id),
  id uuid not null,
  conversation_id uuid not null,
  merged_from uuid, -- the conversation it was in before a merge, so that the merge can be undone
  channel_id uuid not null,
  direction text not null check (direction in ('in', 'out', 'note')),
  state text not null check (state in ('received', 'draft', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'cancelled')),
  kind text not null default 'mail' check (kind in ('mail', 'automatic', 'bounce')),
  user_id uuid, -- who wrote it here
  key_id uuid, -- with which key
  contact_id uuid, -- who wrote it there
  sender jsonb, -- {name, address}
  recipients jsonb not null default '{}', -- {to: [{name, address}], cc: […]}
  subject text not null default '' check (length(subject) <= 1000),
  text text not null default '',
  html text, -- safe, as platform/mime left it
  quote_at integer, -- where in the text the quoted part begins
  mentions uuid[] not null default '{}', -- in a note: members
  at timestamptz not null,
  send_at timestamptz,
  -- The same twice is one message: SHA-256, see platform/mime. A note has none.
  message_key bytea check (length(message_key) = 32),
  rfc_id text check (octet_length(rfc_id) <= 1000),
  envelope_id text check (length(envelope_id) <= 100),
  external_id text check (length(external_id) <= 200),
  error text check (length(error) <= 2000),
  authentication text not null default 'unknown' check (authentication in ('pass', 'fail', 'unknown')),
  item_id uuid,
  file_count integer not null default 0, -- how many files it shows (file_uses)
  words tsvector generated always as (message_words(subject, text, sender, recipients)) stored,
  primary key (company_id, id),
  unique (company_id, channel_id, message_key),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade,
  foreign key (company_id, merged_from) references conversations (company_id, id) on delete set null (merged_from),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, key_id) references api_keys (company_id, id),
  foreign key (company_id, contact_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, item_id) references inbound_items (company_id, id) on delete set null (item_id)
);
alter table messages alter column text set storage external, alter column html set storage external;
create index messages_conversation on messages (company_id, conversation_id, at, id);
create index messages_merged on messages (company_id, merged_from) where merged_from is not null;
create index messages_time on messages (company_id, at, id);
create index messages_contact on messages (company_id, contact_id, at) where contact_id is not null;
create index messages_item on messages (company_id, item_id) where item_id is not null;
create index messages_external on messages (company_id, channel_id, external_id) where external_id is not null;
create index messages_files on messages (company_id, conversation_id) where file_count > 0;
create index messages_words on messages using gin (company_id, words);
alter table conversations add foreign key (company_id, last_message_id) references messages (company_id, id) on delete set null (last_message_id);
create index conversations_last_message on conversations (company_id, last_message_id) where last_message_id is not null;

-- Every Message-ID and reference, also of messages that never came: what a later one is joined by.
create table message_ids (
  company_id uuid not null references companies (id),
  channel_id uuid not null,
  rfc_id text not null check (octet_length(rfc_id) <= 1000),
  message_id uuid not null,
  conversation_id uuid not null,
  primary key (company_id, channel_id, rfc_id, message_id),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade
);
create index message_ids_message on message_ids (company_id, message_id);
create index message_ids_conversation on message_ids (company_id, conversation_id);

-- Records that a conversation is about, besides its contact.
create table conversation_records (
  company_id uuid not null references companies (id),
  record_id uuid not null,
  conversation_id uuid not null,
  primary key (company_id, record_id, conversation_id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade
);
create index conversation_records_conversation on conversation_records (company_id, conversation_id);

create table conversation_reads (
  company_id uuid not null references companies (id),
  user_id uuid not null,
  conversation_id uuid not null,
  seen_message_id uuid,
  at timestamptz not null,
  primary key (company_id, user_id, conversation_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade,
  foreign key (company_id, seen_message_id) references messages (company_id, id) on delete set null (seen_message_id)
) with (fillfactor = 80);
create index conversation_reads_conversation on conversation_reads (company_id, conversation_id);
create index conversation_reads_message on conversation_reads (company_id, seen_message_id);

alter table conversations enable row level security;
alter table conversations force row level security;
create policy tenant on conversations to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table messages enable row level security;
alter table messages force row level security;
create policy tenant on messages to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table message_ids enable row level security;
alter table message_ids force row level security;
create policy tenant on message_ids to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table conversation_records enable row level security;
alter table conversation_records force row level security;
create policy tenant on conversation_records to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table conversation_reads enable row level security;
alter table conversation_reads force row level security;
create policy tenant on conversation_reads to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on conversations, messages, message_ids, conversation_records, conversation_reads to kith_app;

-- Workers ask in which companies a conversation comes back.
create policy identity on conversations for select to kith_identity using (state = 'snoozed');
grant select (company_id, id, state, snoozed_until) on conversations to kith_identity;

-- The search reads words through a view: a policy would keep the index of words out of it. docs/decisions/0012-filters-read-a-view.md
grant select on messages to kith_view;
create policy behind_view on messages for select to kith_view using (true);
grant kith_view to current_user;
grant create on schema public to kith_view;
create view company_messages as
  select company_id, id, conversation_id, channel_id, direction, state, at, file_count, words from messages where company_id = current_company();
alter view company_messages owner to kith_view;
grant select on company_messages to kith_app;
revoke create on schema public from kith_view;
revoke kith_view from current_user;

-- An id as it is shown outside: platform/ids.ts.
create function shown_id(prefix text, id uuid) returns text language sql immutable strict parallel safe
  return prefix || '_' || (select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    substring(b'00' || ('x' || replace(id::text, '-', ''))::bit(128) from i * 5 + 1 for 5)::bit(5)::integer + 1, 1), '' order by i)
    from generate_series(0, 25) as i);

-- When a message goes for good, its files are used by it no longer, the bytes it came in go, and the conversation's list entry shows
-- another one. Before, because after a delete by cascade the owner would be asked for policies that it does not have. The item stays without bytes: it says that this mail was here, or the next comparison would fetch it again.
create function forget_message() returns trigger language plpgsql as $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('msg', old.id);
  update inbound_items set bytes = null, state = 'skipped', reason = 'erased', next_try_at = null, message_id = null
    where company_id = old.company_id and id = old.item_id;
  update conversations c set preview = coalesce((select left(m.text, 200) from messages m
      where m.company_id = c.company_id and m.conversation_id = c.id and m.id <> old.id order by m.at desc, m.id desc limit 1), ''),
    subject = case when c.message_count <= 1 then '' else c.subject end, message_count = greatest(c.message_count - 1, 0)
    where c.company_id = old.company_id and c.id = old.conversation_id;
  return old;
end $$;
create trigger forgotten before delete on messages for each row execute function forget_message();
