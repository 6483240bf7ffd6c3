import { unavailable } from "../../kernel/errors.ts";
import { type Statement, type Tx, statement } from "../../kernel/database.ts";
import type { LogPosition } from "./position.ts";
import { endOf } from "./snapshot.ts";

const inWindow = (seen: string, place: string) => `e.company_id = $1 and (e.written_in, e.place) > (${place})
         and (${seen} is null or not pg_visible_in_snapshot(e.txid, ${seen}))
         and (e.txid is null or pg_visible_in_snapshot(e.txid, m.upto))`;
const IN_WINDOW = inWindow("$2::pg_snapshot", "$3::text::xid8, $4::bigint");
const end = (upto: string) => `(select coalesce(${upto}, log_snapshot()) as upto) m`;

/**
 * A statement that reads one company's events of a window, in the order in which one subject's changes were made. Stamp and place find
 * the start in the index; the snapshots decide what is in the window. Old rows without a transaction number belong to a reader's first
 * window only. Parameters of the filter begin at $7. All that are `found` count for the limit; those that are not `shown` stay in the database.
 */
export function windowStatement(name: string, columns: string, filter: string, shown = "true"): Statement {
  // The end is that of the window already begun, or now. There is always one row, even without events: it holds the end.
  return statement(
    name,
    `select m.upto::text as upto, found.* from ${end("$5::pg_snapshot")}
     left join lateral (
       select ${columns}, e.written_in::text as written_in, e.place::text as place from events e
       where ${filter} and ${IN_WINDOW}
       order by e.written_in, e.place limit $6
     ) found on ${shown}`,
  );
}

/**
 * The same beside a row `c` that has a place: the end of its window and the events as one value, for a statement whose first parameter is the
 * company. So whoever reads the row of a place has read what comes after it, with one answer less to wait for.
 */
export const windowBeside = (columns: string, filter: string, limit: string) => ({
  join: `cross join lateral ${end("c.upto")}`,
  columns: `m.upto::text as "windowEnd", (select json_agg(found) from (
       select ${columns}, e.written_in::text as written_in, e.place::text as place from events e
       where ${filter} and ${inWindow("c.seen", "c.written_in, c.place")}
       order by e.written_in, e.place limit ${limit}
     ) found) as "windowEvents"`,
});

export interface WindowBeside<Row> {
  seen: string | null;
  windowEnd: string;
  /** As JSON has them: their times are texts. */
  windowEvents: (Omit<Row, "at"> & { at: string })[] | null;
}

export function readBeside<Row extends { at: Date }>({ seen, windowEnd, windowEvents }: WindowBeside<Row>): Window<Row> {
  const events = (windowEvents ?? []).map((event) => ({ ...event, at: new Date(event.at) }) as unknown as Row);
  return checked(seen, { events, upto: windowEnd });
}

export interface Window<Row> {
  events: Row[];
  upto: string;
}

export async function readWindow<Row extends { id: string }>(
  tx: Tx,
  window: Statement,
  companyId: string,
  { seen, upto, writtenIn, place }: LogPosition,
  limit: number,
  filter: unknown[],
): Promise<Window<Row>> {
  const rows = await tx.query<Partial<Row> & { upto: string }>(window, [companyId, seen, writtenIn, place, upto, limit, ...filter]);
  const [first] = rows;
  if (!first) throw new Error("the database returned no snapshot");
  // The row that only holds the end of the window has no id.
  const events = rows.filter((row) => row.id !== null).map(({ upto: _end, ...event }) => event as unknown as Row);
  return checked(seen, { events, upto: first.upto });
}

const RESTORED =
  "The data was restored to an earlier time. This position is valid again as soon as the service has noticed it. Try again in a few seconds.";

/** Before a restore is noticed the database gives out numbers once more: what carries them would count as read. */
function checked<Row>(seen: string | null, window: Window<Row>): Window<Row> {
  if (seen !== null && endOf(seen) > endOf(window.upto)) throw unavailable("log_restored", RESTORED);
  return window;
}
