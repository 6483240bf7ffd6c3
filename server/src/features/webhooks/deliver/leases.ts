import { statement, type Tx } from "../../../kernel/database.ts";
import { hasRead, isFree, leasesIn } from "../../../platform/follow/leases.ts";

const IS_ON = "c.state in ('on', 'failing', 'down')";
// Whatever its company writes, nobody looks at it before then.
const RESTS = "c.rest_until > $2";

// A worker's own leases are asked for by name only: news wakes those without a look here.
const CLAIM = statement(
  "webhooks.claim",
  `with asked as (
     select "companyId" as company_id, nullif(key, '')::uuid as webhook_id, types, until::pg_snapshot as until
     from jsonb_to_recordset($3::jsonb) as a ("companyId" uuid, key text, types text[], until text)
   ), ready as (
     select c.company_id, c.webhook_id, c.lease_by, bool_or(a.webhook_id is not null) as is_named,
       (array_agg(a.until::text order by pg_snapshot_xmax(a.until) desc) filter (where ${hasRead("a.until")} is not true))[1] as until
     from asked a
     join webhook_cursors c on c.company_id = a.company_id and (a.webhook_id is null or c.webhook_id = a.webhook_id)
     join webhooks w on w.company_id = c.company_id and w.id = c.webhook_id
     where ${IS_ON} and (${RESTS}) is not true and (a.types is null or w.event_types = '{}' or w.event_types && a.types)
     group by c.company_id, c.webhook_id
   ), free as (
     select c.company_id, c.webhook_id from webhook_cursors c join ready r on r.company_id = c.company_id and r.webhook_id = c.webhook_id
     where ${isFree("r.is_named")} for update of c skip locked
   ), leased as (
     update webhook_cursors c set lease_by = $1, behind_since = coalesce(c.behind_since, $2)
     from free f where c.company_id = f.company_id and c.webhook_id = f.webhook_id returning c.company_id, c.webhook_id
   )
   select r.company_id as "companyId", r.webhook_id as key, null as since, r.until,
     case when l.webhook_id is not null then 'leased' when r.lease_by is null then 'missed'
       when r.lease_by <> $1 and r.until is not null then 'others' end as became
   from ready r left join leased l on l.company_id = r.company_id and l.webhook_id = r.webhook_id`,
);

/** The places of webhooks: the key is the webhook's id. */
export const { claim, findDue, release, releaseOthers, giveBack } = leasesIn({
  name: "webhooks",
  table: "webhook_cursors",
  key: "webhook_id",
  keyType: "uuid",
  isOn: IS_ON,
  rests: RESTS,
  afterError: "next_at = coalesce($4::timestamptz, c.next_at), rest_until = coalesce($4::timestamptz, c.rest_until)",
  claim: CLAIM,
});

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
