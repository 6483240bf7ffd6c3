import { statement, type Tx } from "../../kernel/database.ts";
import type { FieldError } from "../../kernel/errors.ts";
import type { Encoding } from "../../platform/csv.ts";
import { PART_BYTES } from "./operations.ts";

export type State = "uploading" | "ready" | "checking" | "checked" | "running" | "done" | "failed" | "undoing" | "undone";
export type Format = "day_month_year" | "month_day_year" | "decimal_comma";

export interface Mapped {
  column: number;
  field: string;
  format?: Format | undefined;
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

const SELECT = `select i.*, t.key as type, json_build_object('id', u.id, 'name', u.name) as created_by
  from imports i
  join record_types t on t.company_id = i.company_id and t.id = i.type_id
  join users u on u.company_id = i.company_id and u.id = i.user_id
  where i.company_id = $1`;
const FIND = statement("imports.find", `${SELECT} and i.id = $2`);
const LOCK = statement("imports.lock", `${SELECT} and i.id = $2 for update of i`);
const LIST = statement(
  "imports.list",
  `${SELECT} and ($2::uuid is null or i.user_id = $2) and ($3::uuid is null or i.id < $3) order by i.id desc limit $4`,
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
    "select coalesce(sum(size), 0) as bytes from imports where company_id = $1 and created_at > $2",
    [companyId, since],
  );
  return Number(row?.bytes ?? 0);
}

type Change = Partial<Omit<ImportRow, "id" | "type" | "type_id" | "created_by" | "name" | "size" | "created_at">>;
const JSON_COLUMNS = new Set(["columns", "mapping", "kept_records"]);

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
}

export async function insertPart(tx: Tx, companyId: string, importId: string, part: PartRow, now: Date): Promise<void> {
  await tx.query(
    "insert into import_parts (company_id, import_id, position, bytes, alphabet, created_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
    [companyId, importId, part.position, part.bytes, part.alphabet, now],
  );
}

export async function parts(tx: Tx, companyId: string, importId: string): Promise<{ count: number; alphabets: string[] }> {
  const [row] = await tx.query<{ count: number; alphabets: string[] }>(
    "select count(*)::int as count, coalesce(array_agg(distinct alphabet), '{}') as alphabets from import_parts where company_id = $1 and import_id = $2",
    [companyId, importId],
  );
  return row ?? { count: 0, alphabets: [] };
}

const READ = statement(
  "imports.read",
  `select substring(bytes from greatest($3::int - position * ${PART_BYTES}, 0) + 1 for least($4::int, $3::int + $4::int - position * ${PART_BYTES})) as bytes
   from import_parts where company_id = $1 and import_id = $2 and position between $3::int / ${PART_BYTES} and ($3::int + $4::int - 1) / ${PART_BYTES} order by position`,
);

/** A slice of the file, however its parts are cut. */
export async function readBytes(tx: Tx, companyId: string, importId: string, from: number, length: number): Promise<Buffer> {
  const rows = await tx.query<{ bytes: Buffer }>(READ, [companyId, importId, from, length]);
  return Buffer.concat(rows.map((row) => row.bytes));
}

type Reason = Pick<FieldError, "message" | "hint"> & { column: string | null };

export interface ErrorRow {
  row: number;
  cells: string[];
  reasons: Reason[];
}

const ADD_ERRORS = statement(
  "imports.add_errors",
  `insert into import_errors (company_id, import_id, row, cells, reasons, created_at)
   select $1, $2, e.row, e.cells, e.reasons, $4 from jsonb_to_recordset($3::jsonb) as e (row integer, cells jsonb, reasons jsonb)`,
);

export async function addErrors(tx: Tx, companyId: string, importId: string, rows: ErrorRow[], now: Date): Promise<void> {
  if (rows.length > 0) await tx.query(ADD_ERRORS, [companyId, importId, JSON.stringify(rows), now]);
}

export const forgetErrors = (tx: Tx, companyId: string, importId: string) =>
  tx.query("delete from import_errors where company_id = $1 and import_id = $2", [companyId, importId]);

export const listErrors = (tx: Tx, companyId: string, importId: string, after: number, limit: number) =>
  tx.query<ErrorRow>(
    "select row, cells, reasons from import_errors where company_id = $1 and import_id = $2 and row > $3 order by row limit $4",
    [companyId, importId, after, limit],
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

export const forgetKeys = (tx: Tx, companyId: string, importId: string) =>
  tx.query("delete from import_keys where company_id = $1 and import_id = $2", [companyId, importId]);
