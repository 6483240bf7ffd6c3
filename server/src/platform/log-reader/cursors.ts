import { statement, type Tx } from "../../kernel/database.ts";
import { positionAt, type LogPosition } from "./position.ts";

/** A cursor that this reader has leased. */
export interface HeldCursor {
  companyId: string;
  subscriber: string;
  key: string;
  leaseBy: string;
  failures: number;
  position: LogPosition;
}

/** A subscriber that may have work in a company: events that became visible between two snapshots, or a retry. */
export interface Wanted {
  companyId: string;
  subscriber: string;
  /** Null: the cursor exists. Otherwise a missing one begins here. */
  since: string | null;
  /** A cursor that has seen more than this is done. */
  until: string | null;
}

interface CursorRow {
  company_id: string;
  subscriber: string;
  key: string | null;
  seen: string | null;
  upto: string | null;
  written_in: string;
  place: string;
  failures: number;
  is_settled: boolean;
}

const FREE = "(c.lease_by is null or c.lease_by = $1 or pg_try_advisory_xact_lock(hashtextextended(c.lease_by, 3)))";
const IS_DONE = "(c.upto is null and c.lease_by is null and c.next_at is null and pg_snapshot_xmax(c.seen) > pg_snapshot_xmax(a.until))";
// One statement for many cursors of many companies. A locked row is left for the next time, so no statement waits.
const CLAIM = statement(
  "log.claim",
  `with asked as (
     select company_id, subscriber, since::pg_snapshot, until::pg_snapshot
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as a (company_id, subscriber, since, until)
   ), made as (
     insert into log_cursors (company_id, subscriber, seen, written_in, lease_by, due_since)
     select company_id, subscriber, since, pg_snapshot_xmin(since), $1, now() from asked where since is not null
     on conflict do nothing returning *
   ), free as (
     select c.company_id, c.subscriber, c.key from log_cursors c join asked a on a.company_id = c.company_id and a.subscriber = c.subscriber
     where c.parked_at is null and (c.next_at is null or c.next_at <= now()) and ${IS_DONE} is not true and ${FREE}
     for update of c skip locked
   ), taken as (
     update log_cursors c set lease_by = $1, due_since = coalesce(c.due_since, now()), next_at = null
     from free f where c.company_id = f.company_id and c.subscriber = f.subscriber and c.key = f.key returning c.*
   ), held as (
     select * from made union all select * from taken
   )
   select a.company_id, a.subscriber, held.key, held.seen::text, held.upto::text, held.written_in::text, held.place::text, held.failures,
     not exists (
       select from log_cursors c where c.company_id = a.company_id and c.subscriber = a.subscriber
         and c.parked_at is null and (c.next_at is null or c.next_at <= now()) and ${IS_DONE} is not true
         and not exists (select from held h where h.company_id = c.company_id and h.subscriber = c.subscriber and h.key = c.key)
     ) as is_settled
   from asked a
   left join held on held.company_id = a.company_id and held.subscriber = a.subscriber`,
);

/** Leases cursors that are free. `unsettled` are those that another reader holds: they have to be claimed again later. */
export async function claim(owner: Tx, me: string, wanted: Wanted[]): Promise<{ held: HeldCursor[]; unsettled: Wanted[] }> {
  const column = <Key extends keyof Wanted>(key: Key) => wanted.map((one) => one[key]);
  const values = [me, column("companyId"), column("subscriber"), column("since"), column("until")];
  const rows = await owner.query<CursorRow>(CLAIM, values);
  const held = rows
    .filter((row) => row.key !== null)
    .map((row) => ({
      companyId: row.company_id,
      subscriber: row.subscriber,
      key: row.key ?? "",
      leaseBy: me,
      failures: row.failures,
      position: { seen: row.seen, upto: row.upto, writtenIn: row.written_in, place: row.place },
    }));
  const open = new Set(rows.filter((row) => !row.is_settled).map((row) => `${row.company_id} ${row.subscriber}`));
  return { held, unsettled: wanted.filter((one) => open.has(`${one.companyId} ${one.subscriber}`)) };
}

const DUE = statement(
  "log.due",
  `with dead as materialized (
     select lease_by from (select distinct lease_by from log_cursors where lease_by is not null) as holders
     where lease_by <> $1 and pg_try_advisory_xact_lock(hashtextextended(lease_by, 3))
   )
   select distinct company_id as "companyId", subscriber from log_cursors
   where subscriber = any($2::text[]) and parked_at is null
     and ((lease_by is null and next_at <= now()) or lease_by in (select lease_by from dead))
   limit 1000`,
);

/** Cursors whose retry is due, and cursors of a reader that died. */
export async function findDue(owner: Tx, me: string, subscribers: string[]): Promise<Wanted[]> {
  const rows = await owner.query<{ companyId: string; subscriber: string }>(DUE, [me, subscribers]);
  return rows.map((row) => ({ ...row, since: null, until: null }));
}

const MOVE = statement(
  "log.move",
  `update log_cursors set seen = $5, upto = $6, written_in = $7::text::xid8, place = $8, failures = 0, last_error = null, next_at = $10::timestamptz,
     lease_by = case when $9::boolean then null else lease_by end, due_since = case when $9::boolean and $10::timestamptz is null then null else due_since end
   where company_id = $1 and subscriber = $2 and key = $3 and lease_by = $4 returning 1`,
);

/** What happens to the lease: it is kept, given back, or given back with more work to do. */
export type Lease = "keep" | "done" | "more";

/** Moves a cursor, in the transaction that handled the events. Throws if another reader has taken over the lease. */
export async function move(tx: Tx, cursor: HeldCursor, { seen, upto, writtenIn, place }: LogPosition, lease: Lease): Promise<void> {
  const nextAt = lease === "more" ? new Date() : null;
  const values = [cursor.companyId, cursor.subscriber, cursor.key, cursor.leaseBy, seen, upto, writtenIn, place, lease !== "keep", nextAt];
  const moved = await tx.query(MOVE, values);
  if (moved.length === 0) throw new Error(`another reader took over ${cursor.subscriber}`);
}

const FAIL = statement(
  "log.fail",
  `update log_cursors set failures = failures + $5::int, last_error = left($6, 500), lease_by = null,
     next_at = now() + least(power(2, failures + $5::int), $7::int) * interval '1 second',
     parked_at = case when failures + $5::int >= $8::int then now() end
   where company_id = $1 and subscriber = $2 and key = $3 and lease_by = $4`,
);

export interface RetryPolicy {
  maxAttempts: number;
  maxWaitSeconds: number;
}

/** Retries later; after the last attempt only when an operator starts it. An unreachable database does not count as an attempt. */
export async function fail(owner: Tx, cursor: HeldCursor, error: string, isAttempt: boolean, policy: RetryPolicy): Promise<void> {
  const { companyId, subscriber, key, leaseBy } = cursor;
  const values = [companyId, subscriber, key, leaseBy, isAttempt ? 1 : 0, error, policy.maxWaitSeconds, policy.maxAttempts];
  await owner.query(FAIL, values);
}

const OPEN = "insert into log_cursors (company_id, subscriber, key, seen, written_in) values ($1, $2, $3, $4, $5::text::xid8)";

/** For a subscription with keys: creates a cursor in the caller's transaction, at what is visible now. */
export async function openCursor(tx: Tx, companyId: string, subscriber: string, key: string): Promise<void> {
  const [row] = await tx.query<{ now: string }>("select log_snapshot()::text as now");
  const { seen, writtenIn } = positionAt(row?.now ?? "0:0:");
  await tx.query(OPEN, [companyId, subscriber, key, seen, writtenIn]);
}
