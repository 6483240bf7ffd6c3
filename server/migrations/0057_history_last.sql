-- Old mails of a mailbox are written down while new ones arrive, and faster than they are taken. What arrives now is taken first.
alter table inbound_items add column is_history boolean not null default false;
create index inbound_items_next on inbound_items (company_id, channel_id, is_history, id desc) where state = 'new' and next_try_at is null;
