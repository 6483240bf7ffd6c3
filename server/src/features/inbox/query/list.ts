import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { Sight } from "../sight.ts";
import type { ReadFilter } from "./read-filter.ts";

interface ListedRow {
  id: string;
  /** In the order of the list. */
  place: string;
}

type Sort = "due" | "newest" | "oldest";

/** The time of the last message, turned round: the newest has the smallest. Of most conversations it is their list_key. */
const NEWEST = raw("(8000000000000 - (extract(epoch from c.last_at - '1970-01-01 00:00:00+00'::timestamptz) * 1000)::bigint)");
/** A list_key from here on is that time. Below are the times when something is due or returns: what is to be answered, and what is snoozed. */
const FIRST_NEWEST = raw("4000000000000");

interface Part {
  place: Sql;
  within: Sql;
}

// By the last message, one part has the order of an index. The other is sorted: it is as long as the work that waits.
const BY_LAST: Part[] = [
  { place: raw("c.list_key"), within: sql`c.list_key >= ${FIRST_NEWEST}` },
  { place: NEWEST, within: sql`c.list_key < ${FIRST_NEWEST}` },
];
const ORDERS: Record<Sort, { parts: Part[]; direction: Sql; beyond: Sql }> = {
  due: { parts: [{ place: raw("c.list_key"), within: raw("true") }], direction: raw("asc"), beyond: raw(">") },
  newest: { parts: BY_LAST, direction: raw("asc"), beyond: raw(">") },
  oldest: { parts: BY_LAST, direction: raw("desc"), beyond: raw("<") },
};

/**
 * A page of conversations in the order of the list. Each visible channel and state has an index in that order; the page is merged from the
 * beginnings of all of them, so its cost does not depend on what others see, nor on how deep the page is (bench:conversations).
 */
export function listConversations(
  { tx, actor }: Call<Member>,
  { ids }: Sight,
  { states, condition, sort }: Pick<ReadFilter, "states" | "condition"> & { sort: Sort },
  after: string | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const [key, id] = after?.split(" ") ?? [];
  const { parts, direction, beyond } = ORDERS[sort];
  const found = parts.map(({ place, within }) => {
    const rest = sql`c.merged_into is null and ${within} and (${condition}) ${
      key === undefined ? sql`` : sql`and (${place}, c.id) ${beyond} (${key}::bigint, ${id}::uuid)`
    } order by ${place} ${direction}, c.id ${direction} limit ${limit}`;
    return sql`
      select seen.id, seen.place from unnest(${ids}::uuid[]) as channel (id) cross join unnest(${states}::text[]) as state (key)
      cross join lateral (select c.id, ${place} as place from conversations c
        where c.company_id = ${actor.companyId} and c.channel_id = channel.id and c.state = state.key and ${rest}) as seen
      union all
      select shared.id, shared.place from unnest(${states}::text[]) as state (key)
      cross join lateral (select c.id, ${place} as place from conversations c
        where c.company_id = ${actor.companyId} and c.is_shared and c.channel_id <> all(${ids}::uuid[]) and c.state = state.key and ${rest}) as shared`;
  });
  const { text, values } = toQuery(sql`
    select found.id, found.place::text as place from (${join(found, " union all ", "")}) as found
    order by found.place ${direction}, found.id ${direction} limit ${limit}`);
  return tx.query<ListedRow>(text, values);
}

const MAX_COUNTED = 20_000;

interface Counts {
  to_answer: number;
  mine: number;
  waiting: number;
  snoozed: number;
  overdue: number;
  is_exact: boolean;
}

/** How many conversations are open or snoozed. Closed ones are not counted: they only grow. */
export async function countConversations({ tx, actor, clock }: Call<Member>, { ids }: Sight): Promise<Counts> {
  const columns = sql`c.state, c.waits_for, c.assignee_id, c.due_at`;
  // With a limit of its own each channel is read through its index. Without, PostgreSQL reads all conversations of the company.
  const { text, values } = toQuery(sql`
    select (count(*) filter (where state = 'open' and waits_for = 'us'))::int as to_answer,
      (count(*) filter (where state = 'open' and waits_for = 'us' and assignee_id = ${actor.userId}))::int as mine,
      (count(*) filter (where state = 'open' and waits_for = 'them'))::int as waiting,
      (count(*) filter (where state = 'snoozed'))::int as snoozed,
      (count(*) filter (where state = 'open' and due_at < ${clock.now()}))::int as overdue,
      count(*) < ${MAX_COUNTED} as is_exact
    from (
      select found.* from (
        select seen.* from unnest(${ids}::uuid[]) as channel (id) cross join unnest(array['open', 'snoozed']) as state (key)
        cross join lateral (select ${columns} from conversations c where c.company_id = ${actor.companyId} and c.channel_id = channel.id
          and c.state = state.key and c.merged_into is null limit ${MAX_COUNTED}) as seen
        union all
        select ${columns} from conversations c where c.company_id = ${actor.companyId} and c.is_shared and c.channel_id <> all(${ids}::uuid[])
          and c.state in ('open', 'snoozed') and c.merged_into is null
      ) as found limit ${MAX_COUNTED}
    ) as counted`);
  const [row] = await tx.query<Counts>(text, values);
  return row ?? { to_answer: 0, mine: 0, waiting: 0, snoozed: 0, overdue: 0, is_exact: true };
}
