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
 * beginnings of all of them, so its cost does not depend on what others see, nor on how deep the page is. For whoever sees all channels the
 * company has one such index, and one beginning is read instead of forty (bench:conversations).
 */
export function listConversations(
  { tx, actor }: Call<Member>,
  { ids, isWhole }: Sight,
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
    if (isWhole)
      return sql`
        select seen.id, seen.place from unnest(${states}::text[]) as state (key)
        cross join lateral (select c.id, ${place} as place from conversations c
          where c.company_id = ${actor.companyId} and (c.is_shared or c.channel_id = any(${ids}::uuid[])) and c.state = state.key and ${rest}) as seen`;
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
