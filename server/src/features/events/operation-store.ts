import { statement, type Tx } from "../../kernel/database.ts";
import type { Surface } from "../../kernel/call.ts";

// What one look back reads at most: a busy company's log holds millions of events.
const MAX_LOOKED_AT = 20_000;

interface Wanted {
  since: Date | null;
  until: Date | null;
  limit: number;
  /** Only operations that began before this one: the end of the page before. */
  before?: string | undefined;
}

export interface ListedOperation {
  operation_id: string;
  operation: string;
  at: Date;
  via: Surface;
  kinds: string[];
  by: string | null;
  key: string | null;
  /** How many subjects of the first type, and how many conversations. */
  subjects: number;
  conversations: number;
  first_subjects: { id: string; name: string; type: string }[];
}

// In full, made from those of their events that are about these types of subject. A message counts as its conversation.
const OPERATIONS_IN_FULL = statement(
  "events.operations_in_full",
  `select o.*, u.name as by, k.name as key from (
     select e.operation_id, max(e.id::text) as last_id, max(e.at) as at, min(e.via) as via, min(e.operation) as operation,
       array_agg(distinct e.type) as kinds, min(e.actor_user::text)::uuid as actor_user, min(e.actor_key::text)::uuid as actor_key,
       count(distinct e.subject_id) filter (where e.subject_type = $2[1])::int as subjects,
       greatest(count(distinct e.subject_id) filter (where e.subject_type = 'cnv'),
         count(distinct e.data ->> 'conversation') filter (where e.subject_type = 'msg'))::int as conversations,
       coalesce(to_jsonb((array_agg(jsonb_build_object('id', e.subject_id, 'name', e.data ->> 'name', 'type', e.data ->> 'type') order by e.place)
         filter (where e.subject_type = $2[1]))[1:5]), '[]') as first_subjects
     from unnest($4::uuid[]) with ordinality as wanted (id, n) cross join lateral (
       select * from events where company_id = $1 and operation_id = wanted.id and subject_type = any($2::text[]) order by id desc limit $3
     ) as e group by e.operation_id
   ) as o
   left join users u on u.company_id = $1 and u.id = o.actor_user
   left join api_keys k on k.company_id = $1 and k.id = o.actor_key order by o.last_id desc`,
);

// From operation to operation, by the last event of each: a call that changed 20,000 records is one step. Ids of operations are in the order
// in which they began. The last step is answered too, so that a list can go on from there.
const WALK_OPERATIONS = statement(
  "events.walk_operations",
  `with recursive walked as (
     (select operation_id, id, at, operation, actor_user, 1 as n from events
      where company_id = $1 and ($6::timestamptz is null or at < $6) and ($8::uuid is null or operation_id < $8)
      order by operation_id desc, id desc limit 1)
     union all
     select next.*, walked.n + 1 from walked cross join lateral (
       select operation_id, id, at, operation, actor_user from events
       where company_id = $1 and operation_id < walked.operation_id order by operation_id desc, id desc limit 1
     ) as next where walked.n < $4 and ($5::timestamptz is null or walked.at >= $5)
   )
   select * from (
     select walked.operation_id, walked.id as last_id, walked.operation, walked.n = $4 as is_end,
       ($3::uuid is null or walked.actor_user = $3) and ($5::timestamptz is null or walked.at >= $5)
         and ($6::timestamptz is null or walked.at < $6) and any_of_them.yes is not null as is_meant
     from walked left join lateral (
       select true as yes from events where company_id = $1 and operation_id = walked.operation_id and subject_type = any($2::text[])
       order by operation_id desc, id desc limit 1
     ) as any_of_them on $3::uuid is null or walked.actor_user = $3
   ) as seen where is_meant or is_end limit $7`,
);

export interface WalkedOperation {
  operation_id: string;
  /** Of its events. Those of a later call are greater. */
  last_id: string;
  operation: string;
}

/**
 * The latest operations on these types of subject, of a person or of everyone, newest first, however many events others have made since.
 * `before` of the next page is where this one ended.
 */
export async function walkOperations(
  tx: Tx,
  companyId: string,
  subjectTypes: readonly string[],
  person: string | null,
  { since, until, limit, before }: Wanted,
): Promise<{ operations: WalkedOperation[]; endedAt: string | null }> {
  const rows = await tx.query<WalkedOperation & { is_end: boolean; is_meant: boolean }>(WALK_OPERATIONS, [
    companyId,
    subjectTypes,
    person,
    MAX_LOOKED_AT,
    since,
    until,
    limit + 1,
    before ?? null,
  ]);
  const meant = rows.filter((row) => row.is_meant);
  const operations = meant.slice(0, limit);
  const end = meant.length > limit ? operations.at(-1) : rows.find((row) => row.is_end);
  return { operations, endedAt: end?.operation_id ?? null };
}

/** These operations in full. The first type of subject is the one that is counted and named. */
export const operationsInFull = (tx: Tx, companyId: string, subjectTypes: readonly string[], ids: string[]) =>
  tx.query<ListedOperation>(OPERATIONS_IN_FULL, [companyId, subjectTypes, MAX_LOOKED_AT, ids]);
