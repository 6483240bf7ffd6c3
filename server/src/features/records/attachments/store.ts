import { statement, type Tx } from "../../../kernel/database.ts";
import { sql, toQuery } from "../../../platform/postgres/sql.ts";

export interface AttachmentRow {
  id: string;
  record_id: string;
  file_id: string;
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  author_id: string | null;
  created_at: Date;
}

const COLUMNS = "a.id, a.record_id, a.file_id, a.name, a.type, a.size::float8 as size, a.width, a.height, a.author_id, a.created_at";

const FIND_SAME = statement(
  "record_files.find_same",
  `select ${COLUMNS} from record_files a
   where a.company_id = $1 and a.record_id = $2 and a.file_id = $3 and a.name = $4 and a.deleted_at is null`,
);
const LOCK = statement(
  "record_files.lock",
  `select ${COLUMNS} from record_files a where a.company_id = $1 and a.id = $2 and a.deleted_at is null for no key update`,
);
const RENAME = statement("record_files.rename", "update record_files set name = $3 where company_id = $1 and id = $2");
const MARK = statement(
  "record_files.mark",
  `update record_files set deleted_at = $3 where company_id = $1 and id = $2 and (deleted_at is null) = ($3::timestamptz is not null) returning id`,
);
const IS_TAKEN = statement(
  "record_files.is_taken",
  `select from record_files a join record_files o on o.company_id = a.company_id and o.record_id = a.record_id and o.file_id = a.file_id
     and o.name = coalesce($3, a.name) and o.id <> a.id and o.deleted_at is null
   where a.company_id = $1 and a.id = $2`,
);
const SHOWN = statement(
  "record_files.shown",
  `select a.id from record_files a join records r on r.company_id = a.company_id and r.id = a.record_id
   where a.company_id = $1 and a.id = any($2::uuid[]) and a.deleted_at is null
     and r.type_id not in (select t.id from record_types t where t.company_id = $1 and t.retired_at is not null)`,
);

export async function insert(tx: Tx, companyId: string, row: AttachmentRow): Promise<void> {
  const { text, values } = toQuery(sql`
    insert into record_files (company_id, id, record_id, file_id, name, type, size, width, height, author_id, created_at)
    values (${companyId}, ${row.id}, ${row.record_id}, ${row.file_id}, ${row.name}, ${row.type}, ${row.size}, ${row.width}, ${row.height},
      ${row.author_id}, ${row.created_at})`);
  await tx.query(text, values);
}

export const findSame = async (tx: Tx, companyId: string, recordId: string, fileId: string, name: string) =>
  (await tx.query<AttachmentRow>(FIND_SAME, [companyId, recordId, fileId, name]))[0];

/** Waits for whoever else renames or removes it. */
export const lock = async (tx: Tx, companyId: string, id: string) => (await tx.query<AttachmentRow>(LOCK, [companyId, id]))[0];

export const rename = (tx: Tx, companyId: string, id: string, name: string) => tx.query(RENAME, [companyId, id, name]);

/** Removes one, or brings it back. False: it was so already, or is gone for good. */
export const mark = async (tx: Tx, companyId: string, id: string, deletedAt: Date | null) =>
  (await tx.query(MARK, [companyId, id, deletedAt])).length > 0;

/** Whether the record has the same file under this name by now; without a name, under its own. */
export const isTaken = async (tx: Tx, companyId: string, id: string, name: string | null) =>
  (await tx.query(IS_TAKEN, [companyId, id, name])).length > 0;

/** Those of these attachments that members see. */
export const shownAmong = async (tx: Tx, companyId: string, ids: string[]) =>
  (await tx.query<{ id: string }>(SHOWN, [companyId, ids])).map(({ id }) => id);
