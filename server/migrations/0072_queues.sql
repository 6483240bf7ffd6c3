-- A saved view may be of conversations: a queue of the inbox. They are no record type, so it names none.
alter table saved_views alter column type_id drop not null;
