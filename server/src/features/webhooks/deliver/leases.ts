import { statement, type Tx } from "../../../kernel/database.ts";
import type * as follow from "../../../platform/follow/client.ts";

interface Named {
  companyId: string;
  webhookId: string;
}

/** A webhook that may have something to send. */
export interface Wanted extends follow.Wanted {
  /** Left out: all of the company's webhooks for these types. */
  webhookId?: string;
}

export interface Leased extends follow.Lease, Named {
  leaseBy: string;
}

export const wantedOf = ({ companyId, webhookId }: Named): Wanted => ({ key: webhookId, companyId, webhookId });
/** News of its company wakes it. */
const leaseOf = ({ companyId, webhookId }: Named, leaseBy: string): Leased => ({
  key: webhookId,
  wakesOn: companyId,
  companyId,
  webhookId,
  leaseBy,
});

// The name of a worker's connection is locked while it lives, as for subscriptions (platform/log-reader/owner.ts).
// A connection always gets its own lock, so its own leases are asked for by name only: news wakes those without a look here.
const IS_FREE = `(c.lease_by is null or case when c.lease_by = $1 then r.is_named
  else pg_try_advisory_xact_lock(hashtextextended(c.lease_by, 3)) end)`;
const CLAIM = statement(
  "webhooks.claim",
  `with asked as (
     select * from jsonb_to_recordset($2::jsonb) as a ("companyId" uuid, "webhookId" uuid, types text[])
   ), ready as (
     select c.company_id, c.webhook_id, c.lease_by, bool_or(a."webhookId" is not null) as is_named from asked a
     join webhook_cursors c on c.company_id = a."companyId" and (a."webhookId" is null or c.webhook_id = a."webhookId")
     join webhooks w on w.company_id = c.company_id and w.id = c.webhook_id
     where c.state in ('on', 'failing', 'down') and (c.rest_until is null or c.rest_until <= $3)
       and (a.types is null or w.event_types = '{}' or w.event_types && a.types)
     group by c.company_id, c.webhook_id
   ), free as (
     select c.company_id, c.webhook_id from webhook_cursors c join ready r on r.company_id = c.company_id and r.webhook_id = c.webhook_id
     where ${IS_FREE} for update of c skip locked
   ), taken as (
     update webhook_cursors c set lease_by = $1, behind_since = coalesce(c.behind_since, $3)
     from free f where c.company_id = f.company_id and c.webhook_id = f.webhook_id returning c.company_id, c.webhook_id
   )
   select r.company_id as "companyId", r.webhook_id as "webhookId", t.webhook_id is not null as "isMine", r.lease_by is null as "wasFree"
   from ready r left join taken t on t.company_id = r.company_id and t.webhook_id = r.webhook_id`,
);

/** Leases webhooks that nobody works on. `missed` were locked just then: ask again. What another worker holds, that worker looks at. */
export async function claim(owner: Tx, me: string, wanted: Wanted[], now: Date): Promise<{ leased: Leased[]; missed: Wanted[] }> {
  const rows = await owner.query<Named & { isMine: boolean; wasFree: boolean }>(CLAIM, [me, JSON.stringify(wanted), now]);
  return {
    leased: rows.filter((row) => row.isMine).map((row) => leaseOf(row, me)),
    missed: rows.filter((row) => !row.isMine && row.wasFree).map(wantedOf),
  };
}

// A webhook that is stopped or rests is not due, whoever has its lease: it would only take the place of others here.
const MAY_SEND = "state in ('on', 'failing', 'down') and (rest_until is null or rest_until <= $2)";
const DUE = statement(
  "webhooks.due_cursors",
  `with dead as materialized (
     select lease_by from (select distinct lease_by from webhook_cursors where lease_by is not null) as holders
     where lease_by <> $1 and pg_try_advisory_xact_lock(hashtextextended(lease_by, 3))
   )
   select company_id as "companyId", webhook_id as "webhookId" from webhook_cursors
   where next_at <= $2 and ${MAY_SEND} and (lease_by is null or lease_by = $1 or lease_by in (select lease_by from dead))
   union
   select company_id, webhook_id from webhook_cursors where lease_by in (select lease_by from dead) and ${MAY_SEND}
   limit 2000`,
);

/** Webhooks with a message that is due, and those of a worker that died. */
export const findDue = async (owner: Tx, me: string, now: Date) => (await owner.query<Named>(DUE, [me, now])).map(wantedOf);

const RELEASE = statement(
  "webhooks.release",
  `update webhook_cursors c set lease_by = null, next_at = coalesce($4::timestamptz, c.next_at), rest_until = coalesce($4::timestamptz, c.rest_until) from (
     select k.company_id, k.webhook_id from webhook_cursors k
     join unnest($2::uuid[], $3::uuid[]) as r (company_id, webhook_id) on k.company_id = r.company_id and k.webhook_id = r.webhook_id
     where k.lease_by = $1 for update of k skip locked
   ) as free where c.company_id = free.company_id and c.webhook_id = free.webhook_id`,
);

/**
 * Gives leases back. `until`, after an error: nobody looks at them before then, whatever their company writes. Those that somebody has
 * locked just then are left to `releaseOthers`: waiting for one of them would hold up the webhooks of all companies.
 */
export const release = (owner: Tx, me: string, leases: Named[], until: Date | null = null) =>
  owner.query(RELEASE, [me, leases.map((one) => one.companyId), leases.map((one) => one.webhookId), until]);

// News that came since the worker let go of them were noticed by nobody, so each is looked at once more.
const RELEASE_OTHERS = statement(
  "webhooks.release_others",
  `update webhook_cursors c set lease_by = null, next_at = case when c.state in ('on', 'failing', 'down') then least(c.next_at, $3) end from (
     select company_id, webhook_id from webhook_cursors where lease_by = $1 and webhook_id <> all($2::uuid[]) for update skip locked
   ) as free where c.company_id = free.company_id and c.webhook_id = free.webhook_id`,
);

/** Gives back every lease of this worker but those that it works on. */
export const releaseOthers = (owner: Tx, me: string, worked: Named[], now: Date) =>
  owner.query(RELEASE_OTHERS, [me, worked.map((one) => one.webhookId), now]);

export interface StateCount {
  state: string;
  count: number;
  behind: number;
}

export const countStates = (owner: Tx, now: Date) =>
  owner.query<StateCount>(
    `select state, count(*)::int as count, coalesce(extract(epoch from max($1::timestamptz - behind_since)), 0)::float as behind
     from webhook_cursors group by state`,
    [now],
  );
