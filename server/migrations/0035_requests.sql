-- The latest calls of each person's keys, for that person. Never a query, a body or an answer: they hold what records hold. Nodes
-- write what they have seen every few seconds, so no call waits for it, and keep the latest thousand of each person.
create table requests (
  company_id uuid not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  at timestamptz not null,
  method text not null check (length(method) <= 10),
  path text not null check (length(path) <= 200),
  -- an operation's name or, over MCP, a tool's
  operation text check (length(operation) <= 60),
  status smallint not null,
  duration_ms integer not null,
  code text check (length(code) <= 60),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, key_id) references api_keys (company_id, id)
);
create index requests_user on requests (company_id, user_id, id);
create index requests_at on requests (at);

alter table requests enable row level security;
alter table requests force row level security;
create policy tenant on requests to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on requests to current_user using (at < now() - interval '30 days');

-- update: for the lock that lets two nodes remove the oldest rows at the same time
grant select, insert, update, delete on requests to kith_app;
