import { type Statement, type Tx, statement } from "../../kernel/database.ts";
import type { LogPosition } from "./position.ts";

/**
 * A statement that reads one company's events of a window, in the order in which one subject's changes were made. The stamp and place
 * find the beginning in the index; the snapshots decide. Rows from before events had numbers are part of what somebody reads who has
 * seen nothing yet. Parameters of the filter begin at $7.
 */
export function windowStatement(name: string, columns: string, filter: string): Statement {
  // The end of the window is the one that was begun, or now. There is a row even where there is no event: it carries the end.
  return statement(
    name,
    `select m.upto::text as upto, found.* from (select coalesce($5::pg_snapshot, log_snapshot()) as upto) m
     left join lateral (
       select ${columns}, e.written_in::text as written_in, e.place::text as place from events e
       where e.company_id = $1 and ${filter} and (e.written_in, e.place) > ($3::text::xid8, $4::bigint)
         and ($2::pg_snapshot is null or not pg_visible_in_snapshot(e.txid, $2::pg_snapshot))
         and (e.txid is null or pg_visible_in_snapshot(e.txid, m.upto))
       order by e.written_in, e.place limit $6
     ) found on true`,
  );
}

export async function readWindow<Row extends { id: string }>(
  tx: Tx,
  window: Statement,
  companyId: string,
  { seen, upto, writtenIn, place }: LogPosition,
  limit: number,
  filter: unknown[],
): Promise<{ events: Row[]; upto: string }> {
  const rows = await tx.query<Partial<Row> & { upto: string }>(window, [companyId, seen, writtenIn, place, upto, limit, ...filter]);
  const [first] = rows;
  if (!first) throw new Error("the database gave no snapshot");
  // A row with an id is a whole one; the one that only carries the end has none.
  const events = rows.filter((row) => row.id !== null).map(({ upto: _end, ...event }) => event as unknown as Row);
  return { events, upto: first.upto };
}
