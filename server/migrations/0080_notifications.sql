-- What a member is told: ids only. Its words are made when it is read, so that they go with what they are about.
create table notifications (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mention', 'assignment', 'reply', 'due', 'finished', 'key')),
  -- What is told once: an operation, a note, a conversation, a task, an import, an event. More of the same adds to `count`.
  group_id uuid not null,
  count integer not null check (count > 0),
  -- Who did it; null: the service, or somebody outside.
  actor_id uuid,
  subject_type text not null check (subject_type in ('rec', 'cnv', 'imp', 'exp', 'key')),
  subject_id uuid not null,
  type_id uuid, -- of a record
  at timestamptz not null,
  read_at timestamptz,
  primary key (company_id, id),
  unique (company_id, user_id, kind, group_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index notifications_newest on notifications (company_id, user_id, at desc, id desc);
create index notifications_unread on notifications (company_id, user_id, at desc, id desc) where read_at is null;
create index notifications_read on notifications (read_at) where read_at is not null;
create index notifications_left on notifications (at);

alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on notifications to current_user
  using (read_at < now() - interval '90 days' or at < now() - interval '180 days');
grant select, insert, update on notifications to kith_app;

-- Up to when the due tasks of a company were told, and when the next look is due. Old tasks are not told after an upgrade.
create table notification_rounds (
  company_id uuid not null references companies (id),
  id smallint not null default 1 check (id = 1),
  told_until timestamptz not null,
  next_at timestamptz, -- null: no task becomes due
  primary key (company_id, id)
);
create index notification_rounds_due on notification_rounds (next_at) where next_at is not null;
create policy migrating on companies for select to current_user using (true);
insert into notification_rounds (company_id, told_until, next_at) select id, now(), now() from companies where not is_waiting;
drop policy migrating on companies;

alter table notification_rounds enable row level security;
alter table notification_rounds force row level security;
create policy tenant on notification_rounds to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy due on notification_rounds for select to current_user using (next_at is not null);
grant select, insert, update on notification_rounds to kith_app;
