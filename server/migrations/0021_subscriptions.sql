-- Who follows the event log: one cursor for each subscriber and company, made when the company first has something for it. An
-- event writes nothing for its subscribers. docs/decisions/0019-log-reader.md
create table log_cursors (
  company_id uuid not null references companies (id),
  subscriber text not null,
  -- A subscriber that has many cursors in a company tells them apart by it.
  key text not null default '',
  -- Everything visible in `seen` was handled. A longer window is handled in batches: then `upto` is its end, and the stamp and place
  -- are of the last event of the last batch.
  seen pg_snapshot,
  upto pg_snapshot,
  written_in xid8 not null default '0',
  place bigint not null default 0,
  -- The reader that works on it. It holds an advisory lock on its name; with the lock free, so is the cursor.
  lease_by text,
  due_since timestamptz,
  next_at timestamptz,
  failures integer not null default 0,
  last_error text,
  parked_at timestamptz,
  primary key (company_id, subscriber, key)
) with (fillfactor = 50); -- updated for every batch
create index log_cursors_next on log_cursors (next_at) where next_at is not null;

alter table log_cursors enable row level security;
alter table log_cursors force row level security;
create policy tenant on log_cursors to kith_app using (company_id = current_company()) with check (company_id = current_company());
-- The worker is the owner. It finds and leases due cursors of all companies; what the events say is read for one company by kith_app.
create policy reader on log_cursors to current_user using (true) with check (true);
grant select, insert, update on log_cursors to kith_app;

-- Up to where each subscriber's news were turned into leased cursors, for all companies together; no company's data.
create table log_subscribers (
  subscriber text primary key,
  mark pg_snapshot not null,
  marked_at timestamptz not null
);
