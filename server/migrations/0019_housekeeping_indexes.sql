-- outside a transaction
-- What housekeeping looks for is found without reading whole tables, however often it looks.
create index concurrently if not exists records_trash on records (deleted_at) where deleted_at is not null;
create index concurrently if not exists sessions_age on sessions (created_at);
create index concurrently if not exists password_resets_age on password_resets (expires_at);
-- Checks the rows that are there; new ones have been checked since 0017.
alter table records validate constraint records_merged_into;
