import { statement, type Tx } from "../../kernel/database.ts";

export interface ExportRow {
  id: string;
  type: string;
  user_id: string;
  name: string;
  filter: string;
  sort: string;
  fields: string[];
  state: "running" | "done" | "failed";
  cursor: string | null;
  rows: number;
  parts: number;
  size: string;
  failure: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const SELECT = `select e.*, t.key as type from exports e join record_types t on t.company_id = e.company_id and t.id = e.type_id
  where e.company_id = $1`;
const FIND = statement("exports.find", `${SELECT} and e.id = $2`);
const LOCK = statement("exports.lock", `${SELECT} and e.id = $2 for update of e`);
const LIST = statement("exports.list", `${SELECT} and e.user_id = $2 and ($3::uuid is null or e.id < $3) order by e.id desc limit $4`);

export async function insert(tx: Tx, companyId: string, typeId: string, row: ExportRow): Promise<void> {
  await tx.query(
    `insert into exports (company_id, id, type_id, user_id, name, filter, sort, fields, state, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [companyId, row.id, typeId, row.user_id, row.name, row.filter, row.sort, JSON.stringify(row.fields), row.state, row.created_at],
  );
}

export async function find(tx: Tx, companyId: string, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx.query<ExportRow>(FIND, [companyId, id]);
  return row;
}

export async function lock(tx: Tx, companyId: string, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx.query<ExportRow>(LOCK, [companyId, id]);
  return row;
}

export const list = (tx: Tx, companyId: string, userId: string, before: string | undefined, limit: number) =>
  tx.query<ExportRow>(LIST, [companyId, userId, before ?? null, limit]);

export async function update(tx: Tx, companyId: string, row: ExportRow): Promise<void> {
  await tx.query(
    "update exports set state = $3, cursor = $4, rows = $5, parts = $6, size = $7, failure = $8, finished_at = $9 where company_id = $1 and id = $2",
    [companyId, row.id, row.state, row.cursor, row.rows, row.parts, row.size, row.failure, row.finished_at],
  );
}

export async function insertParts(tx: Tx, companyId: string, exportId: string, from: number, texts: string[], now: Date): Promise<void> {
  await tx.query(
    `insert into export_parts (company_id, export_id, position, text, created_at)
     select $1, $2, $3 + part.at - 1, part.text, $5 from unnest($4::text[]) with ordinality as part (text, at)`,
    [companyId, exportId, from, texts, now],
  );
}

export async function readPart(tx: Tx, companyId: string, exportId: string, position: number): Promise<string | undefined> {
  const [row] = await tx.query<{ text: string }>(
    "select text from export_parts where company_id = $1 and export_id = $2 and position = $3",
    [companyId, exportId, position],
  );
  return row?.text;
}

/** Emails by user: a name may belong to two people, an email cannot. */
export async function emails(tx: Tx, companyId: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; email: string }>("select id, email from users where company_id = $1", [companyId]);
  return new Map(rows.map((row) => [row.id, row.email]));
}
