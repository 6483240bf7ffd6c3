-- What happens to a row of a file that is about the same record as an earlier one, and which rows those are.
alter table imports add column repeated_rows text check (repeated_rows in ('refuse_row', 'import'));
alter table imports add column repeats jsonb not null default '{"rows": 0, "groups": []}';
-- The first row of the file with this key.
alter table import_keys add column row integer;
