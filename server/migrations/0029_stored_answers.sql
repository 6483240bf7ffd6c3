-- Stored answers of calls with an Idempotency-Key are bounded: a large one is kept compressed, a larger one not at all. Then the key still
-- prevents that the call is done twice, and a repeated call is told so.
alter table idempotency_keys
  alter column answer drop not null,
  add column packed bytea,
  add constraint idempotency_keys_packed_check check (octet_length(packed) <= 65536);
