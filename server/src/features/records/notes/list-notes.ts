import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";
import { NOTE_COLUMNS, type Note } from "./notes.ts";

// Ids are in the order of time.
const LIST = statement(
  "notes.list",
  `select ${NOTE_COLUMNS}, n.created_at, case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as author
   from notes n left join users a on a.company_id = $1 and a.id = n.author_id
   where n.company_id = $1 and n.record_id = any($2::uuid[]) and n.deleted_at is null
     and ($3::boolean is null or (n.pinned_at is not null) = $3) and ($4::uuid is null or n.id < $4)
   order by n.id desc limit $5`,
);

interface ListedNote extends Note {
  created_at: Date;
  author: { id: string; name: string } | null;
}

interface Wanted {
  limit: number;
  cursor?: string | undefined;
  isPinned: boolean | undefined;
}

/** The notes of a record and of those that were merged into it, the latest first. */
export async function listNotes({ tx, actor }: Call<Member>, cursors: Cursors, record: RecordRow, { isPinned, ...page }: Wanted) {
  const merged = await store.mergedInto(tx, actor.companyId, record.id);
  const ids = [record.id, ...merged.map(({ id }) => id)];
  const read = (before: string | undefined, rows: number) =>
    tx.query<ListedNote>(LIST, [actor.companyId, ids, isPinned ?? null, before ?? null, rows]);
  const name = `notes\n${record.id}\n${isPinned ?? "all"}`;
  return readPage(cursors, actor.companyId, name, page, read, ({ id }) => id);
}
