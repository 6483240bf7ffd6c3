-- A note says that its text is no longer the first one, and since when. What it said before is in the log.
alter table notes add column edited_at timestamptz;
