-- A job is asked for in the transaction that causes it. The application may ask; only the worker can see or take one.

create function enqueue_job(identifier text, payload json) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$ select graphile_worker.add_job(identifier, payload, max_attempts => 10) $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to kith_app;

-- The stored answer of a call that carried an Idempotency-Key, written in the call's own transaction.
create table idempotency_keys (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  operation text not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index idempotency_keys_key on idempotency_keys (company_id, user_id, operation, key);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on idempotency_keys to current_user using (created_at < now() - interval '7 days');
create index idempotency_keys_age on idempotency_keys (created_at);
grant select, insert on idempotency_keys to kith_app;
