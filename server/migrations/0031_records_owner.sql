-- Where a policy stands before a table, PostgreSQL may not use its statistics for operators that are not leakproof, and the view that
-- filters read was under a policy for its owner. So it walked two million records for an option that one has, and collected 160,000 for
-- a common word. Now the view and the table have the same owner, a role that cannot sign in and that nobody belongs to, and row-level security is not forced
-- on that owner. For everybody else nothing changes: the application and the migrator see what their policies let them see.
-- docs/decisions/0026-owner-of-records.md
grant kith_view to current_user;
grant create, usage on schema public to kith_view;
alter table records owner to kith_view;
alter table records no force row level security;
-- The migrator was the owner: backfills and housekeeping still need these, each under its policy.
grant select, insert, update, delete, references on records to current_user;
drop policy behind_view on records;
revoke create on schema public from kith_view;
revoke kith_view from current_user;
