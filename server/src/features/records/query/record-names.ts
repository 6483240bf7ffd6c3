import { fold, MAX_ERRORS, shown, type FilterError, type Place, type RecordName } from "@kith/filter";
import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { escapeLike } from "./compile-filter.ts";
import { foldedText } from "./sort.ts";

interface Named {
  type: TypeDefinition;
  name: string;
  folded: string;
  place: Place;
}

const UNKNOWN = statement(
  "records.unknown_names",
  `select w.place::int as place from unnest($2::uuid[], $3::text[]) with ordinality as w (type_id, folded, place)
   where not exists (select from company_records r
     where r.company_id = $1 and r.type_id = w.type_id and r.deleted_at is null and fold(r.title) collate "C" = w.folded)
   order by w.place`,
);

/**
 * The errors for names that no record has: otherwise a mistyped name looks like an empty list. All names are looked up by one statement,
 * and the nearest names of the first few by another.
 */
export async function unknownRecords(
  { tx, actor }: Call<Author>,
  schema: CompanySchema,
  names: readonly RecordName[],
): Promise<FilterError[]> {
  const named = names.flatMap(({ type: key, name, ...place }): Named[] => {
    const type = schema.byKey.get(key);
    return type ? [{ type, name, folded: fold(name), place }] : [];
  });
  if (named.length === 0) return [];
  const rows = await tx.query<{ place: number }>(UNKNOWN, [
    actor.companyId,
    named.map((one) => one.type.id),
    named.map((one) => one.folded),
  ]);
  const unknown = rows.flatMap(({ place }) => named[place - 1] ?? []).slice(0, MAX_ERRORS);
  if (unknown.length === 0) return [];
  const near = await nearestTitles({ tx, actor }, unknown.slice(0, MAX_COMPARED));
  return unknown.map((one, at) => explain(one, near.get(at) ?? []));
}

function explain({ type, name, place }: Named, suggestions: string[]): FilterError {
  const nearest = suggestions.length > 0 ? ` Nearest: ${suggestions.map(quoted).join(", ")}.` : "";
  const message = `No ${type.label.toLowerCase()} is called ${quoted(name)}.${nearest}`;
  return { ...place, message, suggestions, ...(nearest === "" && { hint: SEARCH }) };
}

/** Cut, on one line and in quotes: a record's name may contain anyone's words. */
const quoted = (name: string) => JSON.stringify(shown(name));
const SEARCH = "Search for it first, or go on with a dot: `.name~` finds a part of a name.";

/** Names that nearest ones are looked up for: a caller fixes the first errors and tries again. */
const MAX_COMPARED = 3;
const MAX_SUGGESTIONS = 3;
/** Neighbours in the alphabet on either side, and records that contain the word. */
const CANDIDATES = 25;
const MIN_SIMILARITY = 0.3;
const TRIGRAM = 3;

/** Titles next to each name in the alphabet, and those with its longest word. Each part stops after a few rows of an index. */
async function nearestTitles({ tx, actor }: Pick<Call<Author>, "tx" | "actor">, unknown: Named[]): Promise<Map<number, string[]>> {
  const pieces = unknown.map((one, at) => nearestTo(actor.companyId, one, at));
  const { text, values } = toQuery(join(pieces, " union all ", ""));
  const rows = await tx.query<{ at: number; title: string }>(text, values);
  return new Map([...Map.groupBy(rows, (row) => row.at)].map(([at, found]) => [at, found.map((row) => row.title)]));
}

function nearestTo(companyId: string, { type, folded }: Named, at: number): Sql {
  const title = foldedText(raw("r.title"));
  const from = sql`select r.title from company_records r where r.company_id = ${companyId} and r.type_id = ${type.id} and r.deleted_at is null`;
  const word = folded.split(/[^\p{L}\p{N}]+/u).reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  const parts = [
    sql`(${from} and ${title} >= ${folded} order by ${title} limit ${CANDIDATES})`,
    sql`(${from} and ${title} < ${folded} order by ${title} desc limit ${CANDIDATES})`,
    ...(word.length >= TRIGRAM ? [sql`(${from} and r.search like ${`%${escapeLike(word)}%`} limit ${CANDIDATES})`] : []),
  ];
  const isLike = sql`(similarity(fold(title), ${folded}) >= ${MIN_SIMILARITY} or fold(title) like ${`%${escapeLike(word || folded)}%`})`;
  return sql`(select ${at}::int as at, title from (${join(parts, " union ", "")}) as found where ${isLike}
    order by fold(title) like ${`${escapeLike(folded)}%`} desc, similarity(fold(title), ${folded}) desc, title limit ${MAX_SUGGESTIONS})`;
}
