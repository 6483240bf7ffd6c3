import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { bytesIn } from "../../../platform/bytes-in.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import type { CompanySchema } from "../../types/index.ts";
import { momentOf } from "../history/latest-operations.ts";
import { find, mergedInto } from "../store.ts";
import { list, placeOf } from "./list-store.ts";
import type { ActivityRow } from "./store.ts";

interface Wanted {
  record?: string | undefined;
  kind?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Activities of the company, or of one record and its people, the latest first. */
export async function listActivities(
  call: Call<Member>,
  schema: CompanySchema,
  cursors: Cursors,
  { record, kind, since, until, ...page }: Wanted,
) {
  const { tx, actor } = call;
  if (record && (await find(tx, actor.companyId, [record])).length === 0) throw notFound("Record");
  const wanted = {
    records: record ? [record, ...(await mergedInto(tx, actor.companyId, record)).map((one) => one.id)] : undefined,
    kind,
    since: since === undefined ? undefined : momentOf(call, schema, since, "since"),
    until: until === undefined ? undefined : momentOf(call, schema, until, "until"),
  };
  const name = `activities\n${JSON.stringify([record, kind, since, until])}`;
  const read = (after: string | undefined, rows: number) => list(tx, actor.companyId, wanted, after, rows);
  const { items, next_cursor } = await readPage(cursors, actor.companyId, name, page, read, placeOf, ({ outcome }) => bytesIn({ outcome }));
  return {
    items: items.map((row) => ({
      ...presentActivity(row),
      record: { id: row.on_id, type: schema.byId.get(row.on_type)?.key ?? "", title: row.on_title },
      by: row.author_id ? { id: row.author_id, name: row.author_name ?? "" } : null,
    })),
    next_cursor,
  };
}

export const presentActivity = ({ id, kind, at, duration_minutes, outcome, people, edited_at }: ActivityRow) => ({
  id,
  kind,
  at,
  duration_minutes,
  outcome,
  people,
  edited_at,
});
