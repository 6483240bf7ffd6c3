-- How people work in the inbox: what they have begun to write, how they sign, how fast they want to answer, and who is looking at what.

-- What a member has begun to write in a conversation. Its files are used by it until it is sent or thrown away.
create table message_drafts (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  content jsonb not null, -- {text, to, cc, subject}
  -- The newest message there was when it was begun.
  seen_message_id uuid,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, user_id, conversation_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade,
  foreign key (company_id, seen_message_id) references messages (company_id, id) on delete set null (seen_message_id)
) with (fillfactor = 50); -- updated as somebody writes
create index message_drafts_conversation on message_drafts (company_id, conversation_id);
create index message_drafts_seen on message_drafts (company_id, seen_message_id) where seen_message_id is not null;
create index message_drafts_old on message_drafts (updated_at);

-- A draft that goes with its conversation lets go of its files.
create function forget_draft() returns trigger language plpgsql as $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('drf', old.id);
  return null;
end $$;
create trigger forgotten after delete on message_drafts for each row execute function forget_draft();

-- What stands below what a member writes: for one channel, or for all that have none of their own.
create table signatures (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  channel_id uuid,
  text text not null check (length(text) between 1 and 2000),
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, user_id, channel_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, channel_id) references channels (company_id, id) on delete cascade
);
create index signatures_channel on signatures (company_id, channel_id) where channel_id is not null;

-- How fast a company wants to answer, in minutes of working time. None: nothing is due.
create table inbox_clock_policies (
  company_id uuid not null references companies (id),
  id smallint not null default 1 check (id = 1),
  is_on boolean not null,
  first_minutes integer not null check (first_minutes between 1 and 20160),
  next_minutes integer not null check (next_minutes between 1 and 20160),
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, updated_by) references users (company_id, id)
);

-- Who has a conversation open. It is true for seconds, so it is neither logged nor backed up.
create unlogged table presence (
  company_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  doing text not null check (doing in ('reading', 'writing')),
  until timestamptz not null,
  primary key (company_id, conversation_id, user_id),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
) with (fillfactor = 50);
create index presence_until on presence (until);

-- The due time that was announced as passed. Another one, of a later message, is announced again.
alter table conversations add column overdue_at timestamptz;
create index conversations_due on conversations (due_at)
  where due_at is not null and state = 'open' and merged_into is null and (overdue_at is null or overdue_at <> due_at);
create policy clocks on conversations for select to current_user using (state = 'open' and due_at is not null);

alter table message_drafts enable row level security;
alter table message_drafts force row level security;
create policy tenant on message_drafts to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table signatures enable row level security;
alter table signatures force row level security;
create policy tenant on signatures to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table inbox_clock_policies enable row level security;
alter table inbox_clock_policies force row level security;
create policy tenant on inbox_clock_policies to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table presence enable row level security;
alter table presence force row level security;
create policy tenant on presence to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on message_drafts, signatures, inbox_clock_policies, presence to kith_app;

create policy housekeeping on message_drafts to current_user using (updated_at < now() - interval '90 days');
create policy housekeeping on presence to current_user using (until < now());
