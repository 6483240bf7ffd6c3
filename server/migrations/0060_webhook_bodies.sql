-- The bodies of messages that a worker may be sending just now. Another worker that takes over sends the same bytes under the same ids, although
-- the record has changed meanwhile. Empty once they are written down as deliveries.
create table webhook_bodies (
  company_id uuid not null,
  webhook_id uuid not null,
  bodies jsonb not null, -- by the id of the event
  primary key (company_id, webhook_id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
) with (fillfactor = 50); -- updated for every batch
alter table webhook_bodies enable row level security;
alter table webhook_bodies force row level security;
create policy tenant on webhook_bodies to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on webhook_bodies to kith_app;
