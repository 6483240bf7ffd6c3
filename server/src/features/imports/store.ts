import type { DateFormat, NumberFormat } from "@kith/filter/values";
import { statement, type Tx } from "../../kernel/database.ts";
import type { FieldError } from "../../kernel/errors.ts";
import type { Encoding } from "../../platform/csv.ts";
import { PART_BYTES } from "./operations.ts";

export type State = "uploading" | "reading" | "ready" | "checking" | "checked" | "running" | "done" | "failed" | "undoing" | "undone";
export type Format = NumberFormat | DateFormat;

/** What happens to a name that no record has: make the record, leave the field empty, or refuse the row. */
export type Unknown = "create" | "leave_empty" | "refuse_row";
export type BadCells = "leave_empty" | "refuse_row";
/** What happens to a row that is about the same record as an earlier one. */
export type RepeatedRows = "refuse_row" | "import";

export interface Repeats {
  /** How many rows repeat an earlier one. */
  rows: number;
  /** The first groups of rows that are about one record. */
  groups: number[][];
}

export interface Mapped {
  column: number;
  field: string;
  format?: Format | undefined;
  unknown?: Unknown | undefined;
}

/** What an import did to one field. */
export interface FieldTally {
  created: number;
  updated: number;
  left_empty: number;
  reasons: Record<string, number>;
  new_records: number;
}

interface Counts {
  rows: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
}

interface KeptRecord {
  id: string;
  title: string;
  reason: string;
}

export interface ImportRow extends Counts {
  id: string;
  type: string;
  type_id: string;
  created_by: { id: string; name: string };
  name: string;
  size: number;
  state: State;
  encoding: Encoding | null;
  delimiter: string | null;
  columns: string[] | null;
  mode: "create" | "upsert" | null;
  match: string | null;
  mapping: Mapped[] | null;
  bad_cells: BadCells | null;
  repeated_rows: RepeatedRows | null;
  repeats: Repeats;
  sheets: { name: string; is_hidden: boolean }[] | null;
  sheet: number | null;
  text_size: number | null;
  spellings: string[][] | null;
  warned: number;
  by_field: Record<string, FieldTally>;
  next_byte: number;
  next_row: number;
  batch_rows: number;
  total_rows: number | null;
  failure: string | null;
  operation_id: string | null;
  undo_operation_id: string | null;
  undo_user_id: string | null;
  undo_before: string | null;
  restored: number;
  kept: number;
  kept_records: KeptRecord[];
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const FROM = `t.key as type, json_build_object('id', u.id, 'name', u.name) as created_by
  from imports i
  join record_types t on t.company_id = i.company_id and t.id = i.type_id
  join users u on u.company_id = i.company_id and u.id = i.user_id
  where i.company_id = $1`;
const SELECT = `select i.*, ${FROM}`;
// Without the large columns, which only one import by itself needs.
const LISTED = `select i.id, i.type_id, i.name, i.size, i.state, i.encoding, i.delimiter, i.columns, i.mode, i.match, i.mapping, i.bad_cells, i.repeated_rows, i.sheets,
  i.sheet, i.text_size, i.next_byte, i.total_rows, i.rows, i.created, i.updated, i.skipped, i.failed, i.warned, i.failure, i.operation_id,
  i.restored, i.kept, i.created_at, i.started_at, i.finished_at, ${FROM}`;
const FIND = statement("imports.find", `${SELECT} and i.id = $2`);
const LOCK = statement("imports.lock", `${SELECT} and i.id = $2 for update of i`);
const LIST = statement(
  "imports.list",
  `${LISTED} and ($2::uuid is null or i.user_id = $2) and ($3::uuid is null or i.id < $3) order by i.id desc limit $4`,
);

export async function insert(
  tx: Tx,
  companyId: string,
  row: { id: string; typeId: string; userId: string; name: string; size: number; now: Date },
): Promise<void> {
  await tx.query(
    "insert into imports (company_id, id, type_id, user_id, name, size, state, created_at) values ($1, $2, $3, $4, $5, $6, 'uploading', $7)",
    [companyId, row.id, row.typeId, row.userId, row.name, row.size, row.now],
  );
}

export async function find(tx: Tx, companyId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx.query<ImportRow>(FIND, [companyId, id]);
  return row;
}

/** Locks an import: its batches and changes of its state run one after the other. */
export async function lock(tx: Tx, companyId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx.query<ImportRow>(LOCK, [companyId, id]);
  return row;
}

export const list = (tx: Tx, companyId: string, userId: string | undefined, before: string | undefined, limit: number) =>
  tx.query<ImportRow>(LIST, [companyId, userId ?? null, before ?? null, limit]);

/** How many bytes the company has started to upload since a time. */
export async function bytesSince(tx: Tx, companyId: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>(
    "select coalesce(sum(size + coalesce(text_size, 0)), 0) as bytes from imports where company_id = $1 and created_at > $2",
    [companyId, since],
  );
  return Number(row?.bytes ?? 0);
}

type Change = Partial<Omit<ImportRow, "id" | "type" | "type_id" | "created_by" | "name" | "size" | "created_at">>;
const JSON_COLUMNS = new Set(["columns", "mapping", "kept_records", "sheets", "spellings", "by_field", "repeats"]);

export async function update(tx: Tx, companyId: string, id: string, change: Change): Promise<void> {
  const pairs = Object.entries(change);
  const sets = pairs.map(([column], at) => `${column} = $${at + 3}`);
  const values = pairs.map(([column, value]) => (JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value));
  await tx.query(`update imports set ${sets.join(", ")} where company_id = $1 and id = $2`, [companyId, id, ...values]);
}

export interface PartRow {
  position: number;
  bytes: Buffer;
  alphabet: "ascii" | "utf-8" | "other";
  /** A piece of a sheet that was read from the workbook. */
  isText?: boolean;
}

export async function insertPart(tx: Tx, companyId: string, importId: string, part: PartRow, now: Date): Promise<void> {
  await tx.query(
    "insert into import_parts (company_id, import_id, position, bytes, alphabet, is_text, created_at) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
    [companyId, importId, part.position, part.bytes, part.alphabet, part.isText ?? false, now],
  );
}

export async function parts(tx: Tx, companyId: string, importId: string): Promise<{ count: number; alphabets: string[] }> {
  const [row] = await tx.query<{ count: number; alphabets: string[] }>(
    "select count(*)::int as count, coalesce(array_agg(distinct alphabet), '{}') as alphabets from import_parts where company_id = $1 and import_id = $2 and not is_text",
    [companyId, importId],
  );
  return row ?? { count: 0, alphabets: [] };
}

/** Counts the text of a sheet while it is written: what is kept is seen by the limit at once. The same part again changes nothing. */
export const countText = (tx: Tx, companyId: string, importId: string, size: number) =>
  tx.query("update imports set text_size = greatest(text_size, $3) where company_id = $1 and id = $2", [companyId, importId, size]);

/** What was read from a workbook so far. */
export async function forgetText(tx: Tx, companyId: string, importId: string): Promise<void> {
  await tx.query("delete from import_parts where company_id = $1 and import_id = $2 and is_text", [companyId, importId]);
  await tx.query("update imports set text_size = null where company_id = $1 and id = $2 and text_size is not null", [companyId, importId]);
}

/** The file as it was uploaded. */
export const forgetFile = (tx: Tx, companyId: string, importId: string) =>
  tx.query("delete from import_parts where company_id = $1 and import_id = $2 and not is_text", [companyId, importId]);

const READ = statement(
  "imports.read",
  `select substring(bytes from greatest($3::int - position * ${PART_BYTES}, 0) + 1 for least($4::int, $3::int + $4::int - position * ${PART_BYTES})) as bytes
   from import_parts where company_id = $1 and import_id = $2 and is_text = $5 and position between $3::int / ${PART_BYTES} and ($3::int + $4::int - 1) / ${PART_BYTES} order by position`,
);

/** A slice of the file as it was uploaded, however its parts are cut. */
export const readUploaded = (tx: Tx, companyId: string, importId: string, from: number, length: number) =>
  readParts(tx, companyId, importId, false, from, length);

/** A slice of the rows as CSV: of the file itself, or of the chosen sheet of a workbook. */
export const readBytes = (tx: Tx, companyId: string, file: ImportRow, from: number, length: number) =>
  readParts(tx, companyId, file.id, file.sheets !== null, from, length);

/** How many bytes the rows have as CSV. */
export const sizeOf = (file: Pick<ImportRow, "size" | "text_size">) => file.text_size ?? file.size;

async function readParts(tx: Tx, companyId: string, importId: string, isText: boolean, from: number, length: number): Promise<Buffer> {
  const rows = await tx.query<{ bytes: Buffer }>(READ, [companyId, importId, from, length, isText]);
  return Buffer.concat(rows.map((row) => row.bytes));
}

type Reason = Pick<FieldError, "message" | "hint"> & { column: string | null };

export interface ErrorRow {
  row: number;
  cells: string[];
  reasons: Reason[];
  /** False for a row that was imported, with cells left empty. */
  is_refused: boolean;
}

const ADD_ERRORS = statement(
  "imports.add_errors",
  `insert into import_errors (company_id, import_id, row, cells, reasons, is_refused, created_at)
   select $1, $2, e.row, e.cells, e.reasons, e.is_refused, $4
   from jsonb_to_recordset($3::jsonb) as e (row integer, cells jsonb, reasons jsonb, is_refused boolean)`,
);

export async function addErrors(tx: Tx, companyId: string, importId: string, rows: ErrorRow[], now: Date): Promise<void> {
  if (rows.length > 0) await tx.query(ADD_ERRORS, [companyId, importId, JSON.stringify(rows), now]);
}

export const forgetErrors = (tx: Tx, companyId: string, importId: string) =>
  tx.query("delete from import_errors where company_id = $1 and import_id = $2", [companyId, importId]);

/** The rows that were refused, or those that were imported with a warning. */
export const listErrors = (tx: Tx, companyId: string, importId: string, isRefused: boolean, after: number, limit: number) =>
  tx.query<ErrorRow>(
    `select row, cells, reasons, is_refused from import_errors
     where company_id = $1 and import_id = $2 and is_refused = $3 and row > $4 order by row limit $5`,
    [companyId, importId, isRefused, after, limit],
  );

const KNOWN_KEYS = statement(
  "imports.known_keys",
  `select given.key, k.record_id from unnest($3::text[]) as given (key)
   join import_keys k on k.company_id = $1 and k.import_id = $2 and k.key = hashtextextended(given.key, 0)`,
);
const ADD_KEYS = statement(
  "imports.add_keys",
  `insert into import_keys (company_id, import_id, key, record_id, created_at)
   select $1, $2, hashtextextended(given.key, 0), given.record_id, $5 from unnest($3::text[], $4::uuid[]) as given (key, record_id)
   on conflict do nothing`,
);

/** The records of those keys that earlier batches of a check have found. */
export async function knownKeys(tx: Tx, companyId: string, importId: string, keys: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ key: string; record_id: string }>(KNOWN_KEYS, [companyId, importId, keys]);
  return new Map(rows.map((row) => [row.key, row.record_id]));
}

export async function addKeys(tx: Tx, companyId: string, importId: string, keys: Map<string, string>, now: Date): Promise<void> {
  if (keys.size > 0) await tx.query(ADD_KEYS, [companyId, importId, [...keys.keys()], [...keys.values()], now]);
}

const KNOWN_ROWS = statement(
  "imports.known_rows",
  `select given.key, k.row from unnest($3::text[]) as given (key)
   join import_keys k on k.company_id = $1 and k.import_id = $2 and k.key = hashtextextended(given.key, 0) and k.row is not null`,
);
const ADD_ROWS = statement(
  "imports.add_rows",
  `insert into import_keys (company_id, import_id, key, record_id, row, created_at)
   select $1, $2, hashtextextended(given.key, 0), $2, given.row, $5 from unnest($3::text[], $4::int[]) as given (key, row)
   on conflict do nothing`,
);

/** The first row of the file with each of these keys. */
export async function knownRows(tx: Tx, companyId: string, importId: string, keys: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ key: string; row: number }>(KNOWN_ROWS, [companyId, importId, keys]);
  return new Map(rows.map((one) => [one.key, one.row]));
}

export async function addRows(tx: Tx, companyId: string, importId: string, rows: Map<string, number>, now: Date): Promise<void> {
  if (rows.size > 0) await tx.query(ADD_ROWS, [companyId, importId, [...rows.keys()], [...rows.values()], now]);
}

export const forgetKeys = (tx: Tx, companyId: string, importId: string) =>
  tx.query("delete from import_keys where company_id = $1 and import_id = $2", [companyId, importId]);
