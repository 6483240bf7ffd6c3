-- outside a transaction
-- The stored answers of a company are bounded in all: those of the oldest calls are dropped. Their keys stay, so that no call is done twice.
create index concurrently if not exists idempotency_keys_kept on idempotency_keys (company_id, id) where answer is not null or packed is not null;
grant update (answer, packed) on idempotency_keys to kith_app;
