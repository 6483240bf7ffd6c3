-- A mail can come in more than once: copied, moved to another folder, or after its server numbered everything anew. Each item keeps what its
-- mail is known by, a hash without a word of it. So a mail is recognised before it is fetched again, and what was erased stays erased.
alter table inbound_items add column message_key bytea check (length(message_key) = 32);
create index inbound_items_key on inbound_items (company_id, channel_id, message_key) where message_key is not null;

-- When a message goes, every item of it loses its bytes, not only the one that it was made of, and so do answers that remember how the
-- conversation was before them: its list entry showed this message.
create or replace function forget_message() returns trigger language plpgsql as $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('msg', old.id);
  update inbound_items set bytes = null, state = 'skipped', reason = 'erased', next_try_at = null, message_id = null
    where company_id = old.company_id and (id = old.item_id or message_id = old.id);
  update message_sendings s set before = null from messages m
    where m.company_id = old.company_id and m.conversation_id = old.conversation_id and m.direction = 'out' and m.id <> old.id
      and s.company_id = m.company_id and s.message_id = m.id and s.before #>> '{conversation,last_message_id}' = old.id::text;
  update conversations c set preview = coalesce((select left(m.text, 200) from messages m
      where m.company_id = c.company_id and m.conversation_id = c.id and m.id <> old.id order by m.at desc, m.id desc limit 1), ''),
    subject = case when c.message_count <= 1 then '' else c.subject end, message_count = greatest(c.message_count - 1, 0)
    where c.company_id = old.company_id and c.id = old.conversation_id;
  return old;
end $$;

-- Its sender had not taken part in the conversation. An answer does not go there by itself.
alter table messages add column is_newcomer boolean not null default false;
