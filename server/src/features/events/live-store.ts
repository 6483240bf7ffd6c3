import { statement, type Tx } from "../../kernel/database.ts";
import type { Surface } from "../../kernel/call.ts";

const RING = statement(
  "events.ring",
  `select pg_current_snapshot()::text as moment, array(
     select asked.id from unnest($1::uuid[]) as asked (id)
     where exists (
       select from events e
       where e.company_id = asked.id and e.id >= uuid_at($3) and e.written_in >= pg_snapshot_xmin($2::pg_snapshot)
         and not pg_visible_in_snapshot(e.written_in, $2::pg_snapshot))
   ) as companies`,
);

/**
 * One question for all companies: in which of them has something become visible since that moment? Asked by the role that only
 * finds out who is calling, which may see that a transaction wrote something and nothing of what.
 */
export async function ring(
  identity: Tx,
  companyIds: string[],
  after: string,
  from: Date,
): Promise<{ moment: string; companies: string[] }> {
  const [row] = await identity.query<{ moment: string; companies: string[] }>(RING, [companyIds, after, from]);
  if (!row) throw new Error("the database named no moment");
  return row;
}

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
  via: Surface;
  operation_id: string;
}

// $3 is the moment after which, $4 the moment until which, $2 the time before which no partition need be looked at. The lower
// bound on written_in is for the index; who was still running at that moment is told apart by the snapshot itself.
const AFTER_MOMENT = `e.company_id = $1 and e.id >= uuid_at($2) and e.written_in >= pg_snapshot_xmin($3::pg_snapshot)
  and not pg_visible_in_snapshot(e.written_in, $3::pg_snapshot) and pg_visible_in_snapshot(e.written_in, $4::pg_snapshot)`;
const AFTER_TIME = `e.company_id = $1 and e.id >= uuid_at($2) and $3::text is null and pg_visible_in_snapshot(e.written_in, $4::pg_snapshot)`;

const RECORD_TYPE = `case when e.subject_type = 'typ' then e.data ->> 'key' when e.subject_type in ('rec', 'imp', 'exp') then e.data ->> 'type' end`;

// Each join names the company as $1, not as the event's: with statistics missing or old, as after a first import, the planner would
// otherwise look a record up by its company alone, two hundred times.
const eachOf = (which: string, order: string) => `select e.id, e.type, e.subject_type, e.subject_id, ${RECORD_TYPE} as record_type,
    array(select jsonb_object_keys(e.changes)) as fields, r.version, e.via, e.operation_id, owned.user_id as key_owner,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as actor,
    case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as key
  from (select * from events e where ${which} order by ${order} limit $5) e
  left join users u on u.company_id = $1 and u.id = e.actor_user
  left join api_keys k on k.company_id = $1 and k.id = e.actor_key
  left join api_keys owned on e.subject_type = 'key' and owned.company_id = $1 and owned.id = e.subject_id
  left join records r on e.subject_type = 'rec' and r.company_id = $1 and r.id = e.subject_id
  order by ${order}`;
const crowdsOf = (
  which: string,
) => `select e.subject_type, ${RECORD_TYPE} as record_type, array_agg(distinct e.type) as types, count(*)::int as count
  from events e where ${which} group by 1, 2`;

const statements = {
  eachAfterMoment: statement("events.each_after_moment", eachOf(AFTER_MOMENT, "e.written_in, e.id")),
  eachAfterTime: statement("events.each_after_time", eachOf(AFTER_TIME, "e.id")),
  crowdsAfterMoment: statement("events.crowds_after_moment", crowdsOf(AFTER_MOMENT)),
  crowdsAfterTime: statement("events.crowds_after_time", crowdsOf(AFTER_TIME)),
};

export interface Span {
  after: string | null;
  until: string;
  from: Date;
}

export const each = (tx: Tx, companyId: string, { after, until, from }: Span, limit: number) =>
  tx.query<FreshEvent>(after === null ? statements.eachAfterTime : statements.eachAfterMoment, [companyId, from, after, until, limit]);

export interface Crowd {
  subject_type: string;
  record_type: string | null;
  types: string[];
  count: number;
}

export const crowds = (tx: Tx, companyId: string, { after, until, from }: Span) =>
  tx.query<Crowd>(after === null ? statements.crowdsAfterTime : statements.crowdsAfterMoment, [companyId, from, after, until]);
