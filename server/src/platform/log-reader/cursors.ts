import { statement, type Tx } from "../../kernel/database.ts";
import type { LoggedEvent } from "../../kernel/subscription.ts";
import { leaseLost, type Lease } from "../follow/client.ts";
import { isDivisionByZero } from "../postgres/errors.ts";
import { hasRead, isFree, leasesIn } from "../follow/leases.ts";
import type { LogPosition } from "./position.ts";
import { windowBeside, type WindowBeside } from "./window.ts";

const IS_ON = "c.parked_at is null";
// What is given back after an error rests until its next try.
const RESTS = "c.next_at > $2";

// One statement for many cursors of many companies, which makes those that are missing. A locked row is left for the next time, so no statement waits.
const CLAIM = statement(
  "log.claim",
  `with asked as (
     select "companyId" as company_id, key as subscriber, since::pg_snapshot as since, until::pg_snapshot as until
     from jsonb_to_recordset($3::jsonb) as a ("companyId" uuid, key text, since text, until text)
   ), made as (
     insert into log_cursors (company_id, subscriber, seen, written_in, lease_by, due_since)
     select company_id, subscriber, since, pg_snapshot_xmin(since), $1, $2 from asked where since is not null
     on conflict do nothing returning company_id, subscriber
   ), ready as (
     select c.company_id, c.subscriber, c.lease_by from log_cursors c join asked a on a.company_id = c.company_id and a.subscriber = c.subscriber
     where ${IS_ON} and (${RESTS}) is not true and (c.next_at is null and ${hasRead("a.until")}) is not true
   ), free as (
     select c.company_id, c.subscriber from log_cursors c join ready r on r.company_id = c.company_id and r.subscriber = c.subscriber
     where ${isFree("true")} for update of c skip locked
   ), leased as (
     update log_cursors c set lease_by = $1, due_since = coalesce(c.due_since, $2), next_at = null
     from free f where c.company_id = f.company_id and c.subscriber = f.subscriber returning c.company_id, c.subscriber
   ), mine as (
     select * from made union all select * from leased
   )
   select a.company_id as "companyId", a.subscriber as key, a.since::text as since, a.until::text as until,
     case when m.subscriber is not null then 'leased' when r.subscriber is null then case when c.subscriber is null and a.since is not null then 'missed' end
       when r.lease_by is null then 'missed' when a.until is not null then 'others' end as became
   from asked a
   left join log_cursors c on c.company_id = a.company_id and c.subscriber = a.subscriber
   left join ready r on r.company_id = a.company_id and r.subscriber = a.subscriber
   left join mine m on m.company_id = a.company_id and m.subscriber = a.subscriber`,
);

/** The places of subscribers: the key is the subscriber's name. */
export const { claim, findDue, release, releaseOthers, giveBack } = leasesIn({
  name: "log",
  table: "log_cursors",
  key: "subscriber",
  keyType: "text",
  isOn: IS_ON,
  rests: RESTS,
  // Not of a subscription that an earlier version had.
  isKnown: "c.subscriber = any($3::text[])",
  // Tried again later; after the last attempt only when an operator starts it.
  afterError: `due_since = coalesce(c.due_since, $4), failures = c.failures + $5::int, last_error = left($6, 500),
    next_at = $4::timestamptz + least(power(2, c.failures + $5::int), $7::int) * interval '1 second',
    parked_at = case when c.failures + $5::int >= $8::int then $4::timestamptz end`,
  claim: CLAIM,
});

const WINDOW = windowBeside(
  "e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation_id, e.data, e.changes",
  "e.type = any($4::text[])",
  "case when c.failures > 0 then 1 else $5::int end",
);
const PLACE = statement(
  "log.place",
  `select c.seen::text as seen, c.upto::text as upto, c.written_in::text as "writtenIn", c.place::text as place, c.failures, ${WINDOW.columns}
   from log_cursors c ${WINDOW.join} where c.company_id = $1 and c.subscriber = $2 and c.lease_by = $3`,
);

export interface BatchEvent extends LoggedEvent {
  written_in: string;
  place: string;
}

/** Where a subscriber is, how often it failed there, and its next events: one after a failure. Undefined: the lease is lost. */
export async function readPlace(tx: Tx, { companyId, key, leaseBy }: Lease, types: string[], maxEvents: number) {
  type Row = LogPosition & WindowBeside<BatchEvent> & { failures: number };
  const [row] = await tx.query<Row>(PLACE, [companyId, key, leaseBy, types, maxEvents]);
  return row;
}

// The commit leaves with it and waits for no answer. So it fails in the database if nothing was moved: without the lease nothing may be committed.
const MOVE = statement(
  "log.move",
  `with moved as (
     update log_cursors set seen = $4, upto = $5, written_in = $6::text::xid8, place = $7, failures = 0, last_error = null,
       lease_by = case when $8 then null else lease_by end, due_since = case when $8 then null else coalesce(due_since, $9) end
     where company_id = $1 and subscriber = $2 and lease_by = $3 returning 1
   )
   select 1 / count(*) from moved`,
);

/** Moves a cursor, in the transaction that handled the events. One that is caught up is given back. Throws if another worker has taken over the lease. */
export async function move(tx: Tx, lease: Lease, to: LogPosition, isCaughtUp: boolean, now: Date): Promise<void> {
  const values = [lease.companyId, lease.key, lease.leaseBy, to.seen, to.upto, to.writtenIn, to.place, isCaughtUp, now];
  await tx.query(MOVE, values).catch((error: unknown) => {
    throw isDivisionByZero(error) ? leaseLost() : error;
  });
}
