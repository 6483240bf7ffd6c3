-- Workbooks, choices for cells that cannot be read, and a report by field.

alter table imports drop constraint imports_state_check;
alter table imports
  add constraint imports_state_check
    check (state in ('uploading', 'reading', 'ready', 'checking', 'checked', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- [{name, is_hidden}] of a workbook, null for a CSV file; and which of them is imported
  add column sheets jsonb,
  add column sheet integer check (sheet >= 0),
  -- the sheet as CSV, in bytes
  add column text_size integer check (text_size between 0 and 104857600),
  -- [[cell]]: for each column one example of every way in which its cells are written
  add column spellings jsonb,
  add column bad_cells text check (bad_cells in ('leave_empty', 'refuse_row')),
  -- rows that were imported although a cell was left empty
  add column warned integer not null default 0,
  -- {field: {created, updated, left_empty, reasons: {message: count}, new_records}}
  add column by_field jsonb not null default '{}';

-- A sheet is kept as CSV beside the workbook it was read from, and replaced when another sheet is chosen.
alter table import_parts add column is_text boolean not null default false;
alter table import_parts drop constraint import_parts_pkey;
alter table import_parts add primary key (company_id, import_id, is_text, position);
grant delete on import_parts to kith_app;

-- Rows that were imported with a warning are listed apart from those that were refused.
alter table import_errors add column is_refused boolean not null default true;
create index import_errors_list on import_errors (company_id, import_id, is_refused, row);
