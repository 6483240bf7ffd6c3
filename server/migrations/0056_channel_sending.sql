-- Whether a mailbox can send is told apart from whether it can be read: that is another server, with its own troubles. While sending does
-- not work, no message is tried; the sign-in is. docs/channels.md
alter table channels
  add column sending_cause text check (length(sending_cause) <= 30),
  add column sending_words text check (length(sending_words) <= 500),
  add column sending_remedy text check (length(sending_remedy) <= 500),
  add column sending_since timestamptz,
  add column sending_next_try_at timestamptz,
  add constraint channels_sending_trouble check ((sending_cause is null) = (sending_since is null) and (sending_cause is null) = (sending_next_try_at is null));

-- A worker looks for what is to be tried again.
create index channels_sending_due on channels (sending_next_try_at) where sending_next_try_at is not null;
create index channels_number_due on channels (next_try_at) where kind = 'whatsapp' and next_try_at is not null;
