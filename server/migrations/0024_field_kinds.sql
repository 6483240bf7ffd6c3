-- Which kinds of field there are is said in one table, packages/filter/src/kinds.ts. Here it is only checked how one is written, so that
-- a new kind needs no migration.
alter table fields
  drop constraint fields_type_check,
  add constraint fields_type_check check (type ~ '^[a-z][a-z0-9_]{0,39}$');
