import { statement, type Tx } from "../../kernel/database.ts";
import { HOUR_MS } from "../../kernel/clock.ts";

const CHUNK = 50_000;
// Ids contain the time of the node that made them; no clock and no transaction is an hour late.
const SLACK_MS = HOUR_MS;

/** Every event that was not visible at that time is newer than this. It lets PostgreSQL skip older partitions. */
export const slackBefore = (at: Date) => new Date(Math.max(0, at.getTime() - SLACK_MS));

/** The smallest id of a moment. PostgreSQL would compute its own `uuid_at` again for every row. */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A snapshot in the numbers of the log, and when it was taken. `home` changes when the database moves to another cluster. */
export interface LogMoment {
  snapshot: string;
  home: string;
  at: Date;
}

export interface News extends LogMoment {
  /** The companies with new events, and the types of those events. */
  companies: Map<string, string[]>;
}

const HOME = "(select max(shift)::text from log_clusters) as home";
const NOW = statement("log.now", `select log_snapshot()::text as snapshot, ${HOME}`);

// Not visible in the snapshot: transactions from its end on ($1), and those it lists as running ($2).
const NEWS = statement(
  "log.news",
  `with fresh as materialized (
     select e.company_id, e.type, e.txid from events e where e.id >= $3::uuid and e.txid >= $1::xid8
     order by e.txid fetch first ${CHUNK} rows with ties
   ), late as (
     select e.company_id, e.type from events e where e.id >= $3::uuid and e.txid = any($2::xid8[])
   ), grouped as (
     select company_id, array_agg(type) as types
     from (select company_id, type from fresh union select company_id, type from late) as each_once group by company_id
   )
   select log_snapshot()::text as snapshot, ${HOME}, (select count(*)::int from fresh) as count, (select max(txid)::text from fresh) as last,
     (select json_object_agg(company_id, types) from grouped) as companies`,
);

interface Found {
  snapshot: string;
  home: string;
  count: number;
  last: string | null;
  companies: Record<string, string[]> | null;
}

export async function currentMoment(tx: Tx): Promise<LogMoment> {
  const at = new Date();
  const [row] = await tx.query<{ snapshot: string; home: string }>(NOW);
  if (!row) throw new Error("the database returned no snapshot");
  return { ...row, at };
}

/**
 * One query for all companies: which of them have events that were not visible then? It runs as the role that only looks up who is
 * calling. After a long time it runs in chunks, each small enough for the statement timeout.
 */
export async function companiesWithNewEvents(identity: Tx, after: { snapshot: string; at: Date }): Promise<News> {
  const at = new Date();
  const companies = new Map<string, string[]>();
  const [, end = "0", running = ""] = after.snapshot.split(":");
  let first: Found | undefined;
  let from = end;
  let late = running === "" ? [] : running.split(",");
  for (;;) {
    const [found] = await identity.query<Found>(NEWS, [from, late, firstIdAt(slackBefore(after.at))]);
    if (!found) throw new Error("the database gave no snapshot");
    // Events committed between two chunks are found by the next poll: it continues from the first chunk's snapshot.
    first ??= found;
    for (const [id, types] of Object.entries(found.companies ?? {})) {
      companies.set(id, [...new Set([...(companies.get(id) ?? []), ...types])]);
    }
    if (found.count < CHUNK || found.last === null) break;
    from = String(BigInt(found.last) + 1n); // the chunk holds all rows of its last number
    late = [];
  }
  return { snapshot: first.snapshot, home: first.home, at, companies };
}
