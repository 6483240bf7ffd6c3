-- outside a transaction
-- What is counted for the list of conversations, without the conversations themselves: only open and snoozed ones are in it.
create index concurrently if not exists conversations_waiting on conversations (company_id, channel_id)
  include (state, waits_for, assignee_id, due_at) where state in ('open', 'snoozed') and merged_into is null;
-- The answers of a day. What comes in is not in it. Nor is the state, which changes while a mail leaves: it would be a new entry in every index.
create index concurrently if not exists messages_answers on messages (company_id, at, id) where direction = 'out' and kind = 'mail';
