import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { Sight } from "../sight.ts";
import { placeIn } from "./place.ts";
import type { ReadFilter } from "./read-filter.ts";

/** Up to so many hits are collected and sorted; a word with more of them is looked for in the order of time. */
const RARE = 2_000;
/** How many hits are read in the order of time, until they are of enough conversations. */
const STEPS = [200, 2_000, 20_000];
/** What is searched for is often in one of so many newest messages. If it is in many of those, it is in enough of the next ones. */
const NEWEST = 500;
const NEXT_NEWEST = 20_000;
const COMMON_SHARE = 0.03;
/** Who sees so few channels has the newest of each read: among those of the company theirs may be one in a thousand. */
const FEW_CHANNELS = 4;
const NEXT_NEWEST_OF_FEW = 4_000;
/** More conversations that were shared are not gone through for their newest messages. */
const FEW_SHARED = 200;

interface Hit {
  id: string;
  /** As PostgreSQL writes it, with all its digits. */
  at: string;
  /** The message that has the words. */
  message: string;
}

const SHARED = statement(
  "inbox.search_shared",
  `select count(*)::int as count from (select from conversations c where c.company_id = $1 and c.is_shared and c.merged_into is null
   limit ${FEW_SHARED + 1}) as shared`,
);

const PROBE = statement(
  "inbox.search_probe",
  `select count(*)::int as count from (select from company_messages m where m.company_id = $1 and m.words @@ $2::tsquery limit ${RARE + 1}) as hits`,
);

/**
 * Conversations with a message that has all the words, the latest such message first. PostgreSQL reads all hits of an index of words before
 * it answers the first, a fifth of a second for a word in every fourth of a million messages. So the newest messages are looked at first.
 * It has no statistics behind the view (docs/decisions/0012-filters-read-a-view.md) either, so whether a word is rare is then found out:
 * 10 ms, where the wrong way takes seconds (bench:conversations).
 */
export async function searchConversations(
  call: Call<Member>,
  sight: Sight,
  filter: ReadFilter & { words: string },
  after: string | undefined,
  limit: number,
): Promise<Hit[]> {
  const search = { sight, filter, after, limit };
  const isOfFew = sight.ids.length <= FEW_CHANNELS && (await isLittleShared(call));
  const newestOf = isOfFew ? newestOfFew : newestOfCompany;
  const newest = await readHits(call, search, newestHits(search, newestOf(call, search, NEWEST), NEWEST));
  if (newest.hits.length >= limit) return newest.hits;
  const isCommon = newest.read / Math.max(1, newest.seen) >= COMMON_SHARE;
  if (isCommon) {
    const most = isOfFew ? NEXT_NEWEST_OF_FEW : NEXT_NEWEST;
    const next = await readHits(call, search, newestHits(search, newestOf(call, search, most), most));
    if (next.hits.length >= limit) return next.hits;
  }
  const isRare = !isCommon && (await isRareWord(call, filter.words));
  let found: Hit[] = [];
  for (const most of isRare ? [RARE] : STEPS) {
    const { hits, read } = await readHits(call, search, isRare ? everyHit(call, search, most) : latestHits(call, search, most));
    found = hits;
    if (found.length >= limit || read < most) break;
  }
  return found;
}

async function isLittleShared({ tx, actor }: Call<Member>): Promise<boolean> {
  const [shared] = await tx.query<{ count: number }>(SHARED, [actor.companyId]);
  return (shared?.count ?? 0) <= FEW_SHARED;
}

async function isRareWord({ tx, actor }: Call<Member>, words: string): Promise<boolean> {
  const [probe] = await tx.query<{ count: number }>(PROBE, [actor.companyId, words]);
  return (probe?.count ?? 0) <= RARE;
}

interface Search {
  sight: Sight;
  filter: ReadFilter & { words: string };
  after: string | undefined;
  limit: number;
}

/** Messages that have the words: `hits` of (id, conversation_id, channel_id, at), and of how many that may be seen. */
interface Hits {
  hits: Sql;
  seen: Sql;
  /** It has every hit, so that the latest of a conversation is among them. */
  isEvery: boolean;
}

const COLUMNS = sql`m.id, m.conversation_id, m.channel_id, m.at`;
const matches = ({ filter }: Search): Sql => sql`m.words @@ ${filter.words}::tsquery`;
const NOT_COUNTED = sql`select 0`;

function until({ after }: Search): Sql {
  const [, at] = after ? placeIn(after) : [];
  return at === undefined ? sql`` : sql`and m.at <= ${at}::timestamptz`;
}

const LATEST = sql`order by m.at desc, m.id desc`;

/** The newest messages of the company that may be seen. What must not be seen is left out before its words are read. */
const newestOfCompany = ({ actor }: Call<Member>, search: Search, looked: number): Sql => sql`
  (select ${COLUMNS}, m.words from company_messages m where m.company_id = ${actor.companyId} ${until(search)} ${LATEST} limit ${looked}) as m
  where (m.channel_id = any(${search.sight.ids}::uuid[])
    or m.conversation_id in (select c.id from conversations c
      where c.company_id = ${actor.companyId} and c.is_shared and c.merged_into is null))`;

/** The same from the index of each channel, and of what was shared from that of each conversation. */
function newestOfFew({ actor }: Call<Member>, search: Search, looked: number): Sql {
  const { ids } = search.sight;
  const ofThese = (condition: Sql) => sql`cross join lateral (select ${COLUMNS}, m.words from company_messages m
    where m.company_id = ${actor.companyId} and ${condition} ${until(search)} ${LATEST} limit ${looked}) as seen`;
  return sql`(select m.* from (
    select seen.* from unnest(${ids}::uuid[]) as channel (id) ${ofThese(sql`m.channel_id = channel.id`)}
    union all
    select seen.* from conversations c ${ofThese(sql`m.conversation_id = c.id and m.channel_id <> all(${ids}::uuid[])`)}
    where c.company_id = ${actor.companyId} and c.is_shared and c.merged_into is null) as m ${LATEST} limit ${looked}) as m where true`;
}

function newestHits(search: Search, newest: Sql, looked: number): Hits {
  return {
    hits: sql`select ${COLUMNS} from ${newest} and ${matches(search)} ${LATEST} limit ${RARE}`,
    seen: looked === NEWEST ? sql`select count(*) from ${newest}` : NOT_COUNTED,
    isEvery: false,
  };
}

const everyHit = ({ actor }: Call<Member>, search: Search, most: number): Hits => ({
  hits: sql`select ${COLUMNS} from company_messages m where m.company_id = ${actor.companyId} and ${matches(search)} limit ${most}`,
  seen: NOT_COUNTED,
  isEvery: true,
});

// `is true` keeps the index of words out of it: then the index of times gives the latest first.
const latestHits = ({ actor }: Call<Member>, search: Search, most: number): Hits => ({
  hits: sql`select ${COLUMNS} from company_messages m where m.company_id = ${actor.companyId} and (${matches(search)}) is true
    ${until(search)} ${LATEST} limit ${most}`,
  seen: NOT_COUNTED,
  isEvery: false,
});

async function readHits({ tx, actor }: Call<Member>, search: Search, { hits, seen, isEvery }: Hits) {
  const { companyId } = actor;
  const { sight, filter, after, limit } = search;
  const [id, at] = after ? placeIn(after) : [];
  // What has a later hit was on a page before.
  const isLatest = sql`not exists (select from company_messages m where m.company_id = ${companyId} and m.conversation_id = h.conversation_id
    and m.at > ${at}::timestamptz and ${matches(search)})`;
  const { text, values } = toQuery(sql`
    with hits as materialized (${hits}), latest as (
      select distinct on (h.conversation_id) h.conversation_id as id, h.at, h.id as message from hits h
      join conversations c on c.company_id = ${companyId} and c.id = h.conversation_id
      where (h.channel_id = any(${sight.ids}::uuid[]) or c.is_shared) and c.state = any(${filter.states}::text[]) and c.merged_into is null
        and (${filter.condition}) ${isEvery || at === undefined ? sql`` : sql`and ${isLatest}`}
      order by h.conversation_id, h.at desc, h.id desc
    ), page as (
      select latest.id, latest.message, latest.at from latest
      where ${at === undefined ? sql`true` : sql`(latest.at, latest.id) < (${at}::timestamptz, ${id}::uuid)`}
      order by latest.at desc, latest.id desc limit ${limit}
    )
    select page.id, page.message, page.at::text as at, counted.read, counted.seen
    from (select (select count(*) from hits)::int as read, (${seen})::int as seen) as counted left join page on true
    order by page.at desc, page.id desc`);
  const rows = await tx.query<Hit & { id: string | null; read: number; seen: number }>(text, values);
  const [{ read, seen: counted } = { read: 0, seen: 0 }] = rows;
  return {
    hits: rows.flatMap(({ id: found, at: on, message }) => (found === null ? [] : [{ id: found, at: on, message }])),
    read,
    seen: counted,
  };
}
