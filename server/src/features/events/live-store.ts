import { statement, type Tx } from "../../kernel/database.ts";
import type { Surface } from "../../kernel/call.ts";
import { firstIdAt } from "../../platform/log-reader/news.ts";

export interface FreshEvent {
  id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  record_type: string | null;
  fields: string[];
  version: number | null;
  actor: { id: string; name: string } | null;
  key: { id: string; name: string } | null;
  key_owner: string | null;
  /** It is limited to those who see this channel, unless it is shared. */
  channel: string | null;
  is_shared: boolean;
  /** Its type, where until this change the subject was shared: everyone may have it on their page. */
  unshared: string[];
  via: Surface;
  operation_id: string;
}

// Events after snapshot $3 and until snapshot $4. No partition before id $2 is read. The lower bound on written_in is for the
// index; the snapshots decide.
const AFTER_SNAPSHOT = `e.company_id = $1 and e.id >= $2::uuid and e.written_in >= pg_snapshot_xmin($3::pg_snapshot)
  and not pg_visible_in_snapshot(e.txid, $3::pg_snapshot) and pg_visible_in_snapshot(e.txid, $4::pg_snapshot)`;
const AFTER_TIME = `e.company_id = $1 and e.id >= $2::uuid and $3::text is null
  and (e.txid is null or pg_visible_in_snapshot(e.txid, $4::pg_snapshot))`;

const RECORD_TYPE = `case when e.subject_type = 'typ' then e.data ->> 'key' when e.subject_type in ('rec', 'imp', 'exp') then e.data ->> 'type' end`;

const CHANNEL = "e.data ->> 'channel' as channel, coalesce((e.data ->> 'is_shared')::boolean, false) as is_shared";
const WAS_SHARED = "coalesce(e.changes #>> '{is_shared,0}' = 'true' and e.data ->> 'channel' is not null, false)";

// Each join uses $1 as the company, not the event's column: with missing or old statistics, as after a first import, the planner
// would otherwise look up a record by its company alone, two hundred times.
const eachOf = (which: string, order: string) => `select e.id, e.type, e.subject_type, e.subject_id, ${RECORD_TYPE} as record_type,
    array(select jsonb_object_keys(e.changes)) as fields, r.version, e.via, e.operation_id, owned.user_id as key_owner, ${CHANNEL},
    case when ${WAS_SHARED} then array[e.type] else array[]::text[] end as unshared,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as actor,
    case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as key
  from (select * from events e where ${which} order by ${order} limit $5) e
  left join users u on u.company_id = $1 and u.id = e.actor_user
  left join api_keys k on k.company_id = $1 and k.id = e.actor_key
  left join api_keys owned on e.subject_type = 'key' and owned.company_id = $1 and owned.id = e.subject_id
  left join records r on e.subject_type = 'rec' and r.company_id = $1 and r.id = e.subject_id
  order by ${order}`;
const countsOf = (which: string) => `select e.subject_type, ${RECORD_TYPE} as record_type, ${CHANNEL},
    array_agg(distinct e.type) as types, count(*)::int as count,
    coalesce(array_agg(distinct e.type) filter (where ${WAS_SHARED}), array[]::text[]) as unshared
  from events e where ${which} group by 1, 2, 3, 4`;

const statements = {
  eachAfterSnapshot: statement("events.each_after_snapshot", eachOf(AFTER_SNAPSHOT, "e.written_in, e.place")),
  eachAfterTime: statement("events.each_after_time", eachOf(AFTER_TIME, "e.id")),
  countsAfterSnapshot: statement("events.counts_after_snapshot", countsOf(AFTER_SNAPSHOT)),
  countsAfterTime: statement("events.counts_after_time", countsOf(AFTER_TIME)),
};

/** Events that became visible after one snapshot and until another; without the first, all events since `from`. */
export interface Span {
  after: string | null;
  until: string;
  from: Date;
}

export const each = (tx: Tx, companyId: string, { after, until, from }: Span, limit: number) =>
  tx.query<FreshEvent>(after === null ? statements.eachAfterTime : statements.eachAfterSnapshot, [
    companyId,
    firstIdAt(from),
    after,
    until,
    limit,
  ]);

export interface EventSummary {
  subject_type: string;
  record_type: string | null;
  channel: string | null;
  is_shared: boolean;
  types: string[];
  /** The types among them whose subject was shared until then. */
  unshared: string[];
  count: number;
}

export const summaries = (tx: Tx, companyId: string, { after, until, from }: Span) =>
  tx.query<EventSummary>(after === null ? statements.countsAfterTime : statements.countsAfterSnapshot, [
    companyId,
    firstIdAt(from),
    after,
    until,
  ]);
