-- Notifications by mail. docs/decisions/0061-notifications-by-mail.md

-- Which notifications a member gets by mail. A kind without a row is as features/notifications/mail/choices.ts says.
create table notification_choices (
  company_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mention', 'assignment', 'reply', 'due', 'finished', 'key')),
  by_mail text not null check (by_mail in ('now', 'daily', 'off')),
  updated_at timestamptz not null,
  primary key (company_id, user_id, kind),
  foreign key (company_id, user_id) references users (company_id, id)
);

-- A mail to a member. It is written before it is sent, and its id is its Message-ID: whoever sends it again sends the same mail.
create table notification_mails (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date, -- of a daily one, in the company's time zone; null: at once
  made_at timestamptz not null,
  ended_at timestamptz, -- null: it is being sent, or will be
  result text check (result in ('sent', 'nothing')), -- nothing: all of it was read meanwhile, or is no longer to be seen
  primary key (company_id, id),
  unique (company_id, user_id, day),
  check ((ended_at is null) = (result is null)),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index notification_mails_open on notification_mails (company_id, user_id, made_at) where ended_at is null;
create index notification_mails_old on notification_mails (made_at);

alter table notifications
  add column mail_at timestamptz, -- it goes by mail then; null: it does not, or has gone
  add column mail_id uuid, -- the last mail it is in
  add column mailed_at timestamptz,
  add foreign key (company_id, mail_id) references notification_mails (company_id, id) on delete set null (mail_id);
create index notifications_of_mail on notifications (company_id, mail_id) where mail_id is not null;

-- When the next daily mails of a company are due. What was told before `since` is in none: after an upgrade nobody is told of old news.
create table notification_digests (
  company_id uuid not null references companies (id),
  id smallint not null default 1 check (id = 1),
  since timestamptz not null,
  next_at timestamptz not null,
  primary key (company_id, id)
);
create index notification_digests_due on notification_digests (next_at);

alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy tenant on notification_choices to kith_app using (company_id = current_company()) with check (company_id = current_company());
alter table notification_mails enable row level security;
alter table notification_mails force row level security;
create policy tenant on notification_mails to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on notification_mails to current_user using (made_at < now() - interval '90 days');
alter table notification_digests enable row level security;
alter table notification_digests force row level security;
create policy tenant on notification_digests to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy due on notification_digests for select to current_user using (true);
grant select, insert, update on notification_choices, notification_mails, notification_digests to kith_app;
