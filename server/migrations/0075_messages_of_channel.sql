-- outside a transaction
-- Who sees few channels finds the newest messages of each. Among those of the whole company theirs may be one in a thousand.
create index concurrently if not exists messages_channel on messages (company_id, channel_id, at, id);
