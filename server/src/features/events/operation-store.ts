import { statement, type Tx } from "../../kernel/database.ts";
import type { Surface } from "../../kernel/call.ts";

// What one look back reads at most: a busy company's log holds millions of events.
const MAX_LOOKED_AT = 20_000;

interface Wanted {
  since: Date | null;
  until: Date | null;
  limit: number;
}

export interface ListedOperation {
  operation_id: string;
  at: Date;
  via: Surface;
  kinds: string[];
  by: string | null;
  key: string | null;
  subjects: number;
  first_subjects: { id: string; name: string; type: string }[];
}

/** Operations in full, made from those of their events that are about one type of subject. */
const inFull = (events: string) =>
  `select o.*, u.name as by, k.name as key from (
     select e.operation_id, max(e.id::text) as last_id, max(e.at) as at, min(e.via) as via, array_agg(distinct e.type) as kinds, min(e.actor_user::text)::uuid as actor_user,
       min(e.actor_key::text)::uuid as actor_key, count(distinct e.subject_id)::int as subjects,
       to_jsonb((array_agg(jsonb_build_object('id', e.subject_id, 'name', e.data ->> 'name', 'type', e.data ->> 'type') order by e.place))[1:5]) as first_subjects
     from (${events}) as e group by e.operation_id order by last_id desc limit $4
   ) as o
   left join users u on u.company_id = $1 and u.id = o.actor_user
   left join api_keys k on k.company_id = $1 and k.id = o.actor_key order by o.last_id desc`;

const LATEST_OPERATIONS = statement(
  "events.latest_operations",
  inFull(`select * from events where company_id = $1 and subject_type = $2 and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
    order by id desc limit $3`),
);
const OPERATIONS_IN_FULL = statement(
  "events.operations_in_full",
  inFull(`select e.* from unnest($5::uuid[]) with ordinality as wanted (id, n) cross join lateral (
      select * from events where company_id = $1 and operation_id = wanted.id and subject_type = $2 order by id desc limit $3
    ) as e order by wanted.n limit $3`),
);

/** The latest operations on one type of subject, newest first. */
export const latestOperations = (tx: Tx, companyId: string, subjectType: string, { since, until, limit }: Wanted) =>
  tx.query<ListedOperation>(LATEST_OPERATIONS, [companyId, subjectType, MAX_LOOKED_AT, limit, since, until]);

// From operation to operation, by the last event of each: a call that changed 20,000 records is one step. Ids of operations are in the order
// in which they began.
const OPERATIONS_OF_PERSON = statement(
  "events.operations_of_person",
  `with recursive walked as (
     (select operation_id, id, at, operation, actor_user, 1 as n from events
      where company_id = $1 and ($6::timestamptz is null or at < $6) order by operation_id desc, id desc limit 1)
     union all
     select next.*, walked.n + 1 from walked cross join lateral (
       select operation_id, id, at, operation, actor_user from events
       where company_id = $1 and operation_id < walked.operation_id order by operation_id desc, id desc limit 1
     ) as next where walked.n < $4 and ($5::timestamptz is null or walked.at >= $5)
   )
   select walked.operation_id, walked.id as last_id, walked.operation from walked cross join lateral (
     select from events where company_id = $1 and operation_id = walked.operation_id and subject_type = any($2::text[])
     order by operation_id desc, id desc limit 1
   ) as any_of_them
   where walked.actor_user = $3 and ($5::timestamptz is null or walked.at >= $5) and ($6::timestamptz is null or walked.at < $6) limit $7`,
);

export interface OwnOperation {
  operation_id: string;
  /** Of its events. Those of a later call are greater. */
  last_id: string;
  operation: string;
}

/** A person's latest operations on these types of subject, newest first, however many events others have made since. */
export const operationsOfPerson = (
  tx: Tx,
  companyId: string,
  subjectTypes: readonly string[],
  person: string,
  { since, until, limit }: Wanted,
) => tx.query<OwnOperation>(OPERATIONS_OF_PERSON, [companyId, subjectTypes, person, MAX_LOOKED_AT, since, until, limit]);

/** The latest operations of a person on one type of subject, newest first. */
export async function latestOfPerson(tx: Tx, companyId: string, subjectType: string, person: string, wanted: Wanted) {
  const own = await operationsOfPerson(tx, companyId, [subjectType], person, wanted);
  const ids = own.map((one) => one.operation_id);
  return tx.query<ListedOperation>(OPERATIONS_IN_FULL, [companyId, subjectType, MAX_LOOKED_AT, wanted.limit, ids]);
}
