-- How much each key has read, by day (UTC). Nodes count in memory and add what they counted once a minute, so no call waits for
-- it; a key's daily budget of rows, and the alert about unusual reading, are taken from here.

create table key_usage (
  company_id uuid not null references companies (id),
  key_id uuid not null,
  day date not null,
  rows bigint not null check (rows >= 0),
  calls bigint not null check (calls >= 0),
  -- the log tells of a day's unusual reading once
  is_unusual boolean not null default false,
  primary key (company_id, key_id, day),
  foreign key (company_id, key_id) references api_keys (company_id, id)
);
create index key_usage_day on key_usage (day);

alter table key_usage enable row level security;
alter table key_usage force row level security;
create policy tenant on key_usage to kith_app using (company_id = current_company()) with check (company_id = current_company());
create policy housekeeping on key_usage to current_user using (day < current_date - 35);

grant select, insert, update on key_usage to kith_app;
