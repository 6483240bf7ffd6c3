import { fold } from "@kith/filter";
import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { partOf } from "../merged.ts";
import { findWithNames, RELATED_ONLY } from "../related-names.ts";
import { escapeLike } from "./compile-filter.ts";
import { lookAtFew } from "./search-few.ts";
import { searchLoosely, type FoundRow, type Looking } from "./search-loosely.ts";
import { CANDIDATES, isShort, phoneDigits, SAME_NAME, spelled, TRIGRAM } from "./search-words.ts";
import { foldedText } from "./sort.ts";

const MAX_WORDS = 8;

const containsAll = (words: string[]) => join(words.map(contains), " and ", "true");

interface Wanted {
  types?: TypeDefinition[] | undefined;
  query: string;
  limit: number;
  /** Also what has similar words. */
  isGuessing?: boolean;
  /** Also what has only some of the words. */
  isLoose?: boolean;
}

/**
 * Search as you type: records that contain every word, best titles first. If there are none: with that phone number, by the words that
 * are found together, and where that is wanted by similar ones.
 */
export async function searchRecords(
  call: Call<Member>,
  schema: CompanySchema,
  { types, query, limit, isGuessing = true, isLoose = true }: Wanted,
) {
  const words = fold(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const digits = phoneDigits(query);
  const search = (condition: Sql) => candidates(call, types, condition, query, limit);
  const canGuess = isGuessing && fold(query).length > TRIGRAM;
  const wanted = digits ? [digits] : words;
  const looking = (await lookAtFew(call, { types, query, words: wanted, limit })) ?? lookAtMany(search, query);
  let rows = await looking.withWords(wanted);
  // A name with one letter wrong is meant before everybody who has half of it.
  if (rows.length === 0 && canGuess) rows = await looking.ofSameName();
  if (rows.length === 0 && words.length > 1 && !digits && isLoose) rows = await searchLoosely(call, schema, words, types, looking);
  if (rows.length === 0 && canGuess) rows = await search(similarTo(query));
  return { found: await describe(call, schema, rows.slice(0, limit)), total: rows[0]?.total ?? 0 };
}

async function describe(call: Call<Member>, schema: CompanySchema, found: FoundRow[]) {
  const details = new Map(found.map((row) => [row.id, detailOf(schema.byId.get(row.type_id), row)]));
  const undescribed = found.filter((row) => details.get(row.id) === "");
  // The organization distinguishes deals of the same name.
  const named = undescribed.length > 0 ? await findWithNames(call.tx, call.actor.companyId, idsOf(undescribed), RELATED_ONLY) : [];
  const linksOf = new Map(named.map(({ id, relatedNames }) => [id, relatedNames.out ?? []]));
  return found.map((row) => {
    const type = schema.byId.get(row.type_id);
    const related = type?.fields.flatMap((field) => linksOf.get(row.id)?.find(([fieldId]) => fieldId === field.id)?.[2] ?? [])[0];
    return { id: row.id, type: type?.key ?? "", title: row.title, detail: details.get(row.id) || related || "" };
  });
}

const idsOf = (rows: FoundRow[]) => rows.map((row) => row.id);

// As a value of the statement itself, the word would be compared with every text in PostgreSQL's statistics: 40 ms of planning.
const similarTo = (query: string) => sql`(select ${fold(query)}::text) <% r.search`;

/** Each look is a statement of its own, planned by its words: one that many records have is not looked for as one that few have. */
const lookAtMany = (search: (condition: Sql) => Promise<FoundRow[]>, query: string): Looking => ({
  withWords: (some) => search(containsAll(some)),
  ofSameName: () => search(sql`${similarTo(query)} and similarity(r.title, ${fold(query)}) > ${SAME_NAME}`),
});

function contains(word: string): Sql {
  if (isShort(word)) return sql`${foldedText(raw("r.title"))} like ${`${escapeLike(word)}%`}`;
  return containsAny(raw("r.search"), word);
}

function containsAny(text: Sql, word: string): Sql {
  return sql`(${join(
    spelled(word).map((one) => sql`${text} like ${`%${escapeLike(one)}%`}`),
    " or ",
    "false",
  )})`;
}

interface NotedRow {
  id: string;
  type_id: string;
  title: string;
}

/**
 * Records with a note or an activity that contains every word, the latest first. Those of a merged record are those of the record it is
 * part of. The words are looked for once, before any record is read: PostgreSQL has no statistics of texts, expects one match and would
 * look for them again for each record. Then one record after the other is read by its id, however many the company has.
 */
export async function searchNotes(call: Call<Member>, query: string, limit: number): Promise<NotedRow[]> {
  const words = fold(query).split(/\s+/).filter(Boolean).slice(0, 8);
  if (!words.some((word) => word.length >= TRIGRAM)) return [];
  const hasAll = (written: Sql) =>
    join(
      words.map((word) => containsAny(written, word)),
      " and ",
      "true",
    );
  const { text, values } = toQuery(sql`
    with noted as materialized (
      (select n.record_id, n.created_at as at from company_notes n
      where n.company_id = ${call.actor.companyId} and n.deleted_at is null and ${hasAll(sql`fold(n.text)`)} limit ${CANDIDATES})
      union all
      (select a.record_id, a.at from company_activities a
      where a.company_id = ${call.actor.companyId} and a.deleted_at is null and ${hasAll(sql`fold(a.outcome)`)} limit ${CANDIDATES})
    )
    select r.id, r.type_id, r.title from noted
    cross join lateral (
      select r.id, r.type_id, r.title from company_records w
      join company_records r on r.company_id = ${call.actor.companyId} and r.id = ${raw(partOf("w"))} and r.deleted_at is null
      where w.company_id = ${call.actor.companyId} and w.id = noted.record_id limit 1
    ) as r
    where r.type_id not in (select t.id from record_types t where t.company_id = ${call.actor.companyId} and t.retired_at is not null)
    group by r.id, r.type_id, r.title order by max(noted.at) desc, r.id limit ${limit}`);
  return call.tx.query<NotedRow>(text, values);
}

async function candidates(
  call: Call<Member>,
  types: TypeDefinition[] | undefined,
  condition: Sql,
  query: string,
  limit: number,
): Promise<FoundRow[]> {
  const ofTypes = types
    ? sql`and r.type_id = any(${types.map((type) => type.id)}::uuid[])`
    : sql`and r.type_id not in (select t.id from record_types t where t.company_id = ${call.actor.companyId} and t.retired_at is not null)`;
  const folded = fold(query);
  const { text, values } = toQuery(sql`
    select id, type_id, title, data, count(*) over ()::int as total from (
      select r.id, r.type_id, r.title, r.data, r.updated_at from company_records r
      where r.company_id = ${call.actor.companyId} and r.deleted_at is null ${ofTypes} and ${condition} limit ${CANDIDATES}
    ) as found
    order by fold(title) = ${folded} desc, fold(title) like ${`${escapeLike(folded)}%`} desc, similarity(title, ${folded}) desc, updated_at desc, id
    limit ${limit}`);
  return call.tx.query<FoundRow>(text, values);
}

function detailOf(type: TypeDefinition | undefined, row: FoundRow): string {
  const distinctive = type?.fields.find(
    (field) => field.place.kind === "data" && field.shape === "text" && !KINDS[field.kind].isLong && row.data[field.key],
  );
  const value = distinctive ? row.data[distinctive.key] : undefined;
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === "string" ? first : "";
}
