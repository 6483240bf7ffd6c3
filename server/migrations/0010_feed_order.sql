-- The change feed in the order of the changes. A transaction gets its number when it first waits or writes, so of two that change
-- one record the later may have the smaller number. What is stamped on an event now is taken when the event is written, with every
-- record it tells of held: never less than the writer's own number, so nothing older can still appear, and never less than the
-- stamp of a change that was made before; `place` tells apart what has the same stamp.
-- docs/decisions/0013-order-of-the-change-feed.md
create sequence event_places;
grant usage on sequence event_places to kith_app;

alter table events add column place bigint not null default nextval('event_places');
alter table events alter column written_in set default greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()));
create index events_place on events (company_id, written_in, place);
drop index events_written;
