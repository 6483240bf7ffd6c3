-- A pinned note stands at the top of its record's page. Null: it is not pinned.
alter table notes add column pinned_at timestamptz;
