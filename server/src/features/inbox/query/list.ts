import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { Sight } from "../sight.ts";
import type { ReadFilter } from "./read-filter.ts";

interface ListedRow {
  id: string;
  list_key: string;
}

/**
 * A page of conversations in the order of the list. Each visible channel and state has an index in that order; the page is merged from the
 * beginnings of all of them, so its cost does not depend on what others see, nor on how deep the page is (bench:conversations).
 */
export function listConversations(
  { tx, actor }: Call<Member>,
  { ids }: Sight,
  { states, condition }: ReadFilter,
  after: string | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const [key, id] = after?.split(" ") ?? [];
  const rest: Sql = sql`c.merged_into is null and (${condition}) ${
    key === undefined ? sql`` : sql`and (c.list_key, c.id) > (${key}::bigint, ${id}::uuid)`
  } order by c.list_key, c.id limit ${limit}`;
  const { text, values } = toQuery(sql`
    select found.id, found.list_key::text as list_key from (
      select seen.id, seen.list_key from unnest(${ids}::uuid[]) as channel (id) cross join unnest(${states}::text[]) as state (key)
      cross join lateral (select c.id, c.list_key from conversations c
        where c.company_id = ${actor.companyId} and c.channel_id = channel.id and c.state = state.key and ${rest}) as seen
      union all
      select shared.id, shared.list_key from unnest(${states}::text[]) as state (key)
      cross join lateral (select c.id, c.list_key from conversations c
        where c.company_id = ${actor.companyId} and c.is_shared and c.channel_id <> all(${ids}::uuid[]) and c.state = state.key and ${rest}) as shared
    ) as found order by found.list_key, found.id limit ${limit}`);
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
