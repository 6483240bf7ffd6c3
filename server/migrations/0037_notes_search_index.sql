-- outside a transaction
create index concurrently if not exists notes_words on notes using gin (company_id, fold(text) gin_trgm_ops) where deleted_at is null;
