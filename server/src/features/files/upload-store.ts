import { statement, type Tx } from "../../kernel/database.ts";
import { sql, toQuery } from "../../platform/postgres/sql.ts";

export interface UploadRow {
  id: string;
  user_id: string;
  file_id: string;
  name: string;
  type: string;
  tag: string | null;
  size: number;
  received: number;
  sha256: Buffer | null;
  hashed: Buffer;
  created_at: Date;
  active_at: Date;
  finished_at: Date | null;
}

// As numbers: the driver gives whole numbers of 64 bits as text.
const COLUMNS = `id, user_id, file_id, name, type, tag, size::float8 as size, received::float8 as received, sha256, hashed, created_at, active_at,
  finished_at`;

const FIND = statement("file_uploads.find", `select ${COLUMNS} from file_uploads where company_id = $1 and id = $2 and user_id = $3`);
const LOCK = statement(
  "file_uploads.lock",
  `select ${COLUMNS} from file_uploads where company_id = $1 and id = $2 and user_id = $3 for no key update`,
);
const LIST = statement(
  "file_uploads.list",
  `select ${COLUMNS} from file_uploads where company_id = $1 and user_id = $2 and finished_at is null order by id`,
);
const NOTE = statement(
  "file_uploads.note",
  "update file_uploads set received = $3, hashed = $4, active_at = $5 where company_id = $1 and id = $2",
);
const FINISH = statement(
  "file_uploads.finish",
  "update file_uploads set received = size, file_id = $3, active_at = $4, finished_at = $4 where company_id = $1 and id = $2",
);

type New = Pick<UploadRow, "id" | "user_id" | "file_id" | "name" | "type" | "tag" | "size" | "sha256" | "hashed" | "created_at">;

export async function insert(tx: Tx, companyId: string, row: New): Promise<void> {
  const { text, values } = toQuery(sql`
    insert into file_uploads (company_id, id, user_id, file_id, name, type, tag, size, sha256, hashed, created_at, active_at)
    values (${companyId}, ${row.id}, ${row.user_id}, ${row.file_id}, ${row.name}, ${row.type}, ${row.tag}, ${row.size}, ${row.sha256},
      ${row.hashed}, ${row.created_at}, ${row.created_at})`);
  await tx.query(text, values);
}

export const find = async (tx: Tx, companyId: string, id: string, userId: string) =>
  (await tx.query<UploadRow>(FIND, [companyId, id, userId]))[0];

/** Waits for whoever else adds to it, or cancels it. */
export const lock = async (tx: Tx, companyId: string, id: string, userId: string) =>
  (await tx.query<UploadRow>(LOCK, [companyId, id, userId]))[0];

export const listUnfinished = (tx: Tx, companyId: string, userId: string) => tx.query<UploadRow>(LIST, [companyId, userId]);

export const note = (tx: Tx, companyId: string, id: string, received: number, hashed: Uint8Array, at: Date) =>
  tx.query(NOTE, [companyId, id, received, hashed, at]);

export const finish = (tx: Tx, companyId: string, id: string, fileId: string, at: Date) => tx.query(FINISH, [companyId, id, fileId, at]);

export const remove = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from file_uploads where company_id = $1 and id = $2", [companyId, id]);
