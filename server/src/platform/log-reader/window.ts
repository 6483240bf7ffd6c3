import { unavailable } from "../../kernel/errors.ts";
import { type Statement, type Tx, statement } from "../../kernel/database.ts";
import type { LogPosition } from "./position.ts";

/**
 * A statement that reads one company's events of a window, in the order in which one subject's changes were made. Stamp and place find
 * the start in the index; the snapshots decide what is in the window. Old rows without a transaction number belong to a reader's first
 * window only. Parameters of the filter begin at $7.
 */
export function windowStatement(name: string, columns: string, filter: string): Statement {
  // The end is that of the window already begun, or now. There is always one row, even without events: it holds the end.
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
  if (!first) throw new Error("the database returned no snapshot");
  if (isAhead(seen, first.upto)) throw unavailable("log_restored", RESTORED);
  // The row that only holds the end of the window has no id.
  const events = rows.filter((row) => row.id !== null).map(({ upto: _end, ...event }) => event as unknown as Row);
  return { events, upto: first.upto };
}

const RESTORED =
  "The data was restored to an earlier time. This position is valid again as soon as the service has noticed it. Try again in a few seconds.";

/** Before a restore is noticed the database gives out numbers once more: what carries them would count as read. */
const isAhead = (seen: string | null, upto: string) => seen !== null && endOf(seen) > endOf(upto);

const endOf = (snapshot: string) => BigInt(snapshot.split(":")[1] ?? "0");
