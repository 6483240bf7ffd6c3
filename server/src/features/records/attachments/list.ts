import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement, type Tx } from "../../../kernel/database.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { misnamed, shownType } from "../../../platform/files/endings.ts";
import type { RecordRow } from "../row.ts";
import { mergedInto } from "../store.ts";
import type { AttachmentRow } from "./store.ts";

interface ListedRow extends AttachmentRow {
  author_name: string | null;
}

const COUNT = statement(
  "record_files.count",
  "select count(*)::int as count from record_files where company_id = $1 and record_id = any($2::uuid[]) and deleted_at is null",
);
const LIST = statement(
  "record_files.list",
  `select a.id, a.record_id, a.file_id, a.name, a.type, a.size::float8 as size, a.width, a.height, a.author_id, a.created_at, u.name as author_name
   from record_files a left join users u on u.company_id = a.company_id and u.id = a.author_id
   where a.company_id = $1 and a.record_id = any($2::uuid[]) and a.deleted_at is null and a.id < $3::uuid
   order by a.id desc limit $4`,
);
const BEHIND_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What a browser decodes in memory; a larger one is offered as a file only. */
const MAX_PICTURE_BYTES = 10_485_760;
const MAX_PICTURE_PIXELS = 40_000_000;

/** The ids of the records whose files are this record's. */
export const partsOf = async (tx: Tx, companyId: string, id: string) => [id, ...(await mergedInto(tx, companyId, id)).map((row) => row.id)];

/** The files of a record, the latest first. */
export async function listAttachments(
  { tx, actor }: Call<Member>,
  cursors: Cursors,
  record: RecordRow,
  page: { limit: number; cursor?: string | undefined },
) {
  const parts = await partsOf(tx, actor.companyId, record.id);
  const read = (after: string | undefined, rows: number) => tx.query<ListedRow>(LIST, [actor.companyId, parts, after ?? BEHIND_ALL, rows]);
  const { items, next_cursor } = await readPage(cursors, actor.companyId, `files ${record.id}`, page, read, ({ id }) => id);
  const [counted] = await tx.query<{ count: number }>(COUNT, [actor.companyId, parts]);
  return { items: items.map(present), next_cursor, count: counted?.count ?? 0 };
}

function present({ id, file_id: file, name, type, size, width, height, author_id: author, author_name, created_at }: ListedRow) {
  const isShown = width !== null && height !== null && size <= MAX_PICTURE_BYTES && width * height <= MAX_PICTURE_PIXELS;
  return {
    id,
    file,
    name,
    type: shownType(name, type),
    size,
    warning: misnamed(name, type),
    picture: isShown ? { width, height } : null,
    by: author ? { id: author, name: author_name ?? "" } : null,
    created_at,
  };
}
