import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { findType, type CompanySchema, type TypeDefinition } from "../../types/index.ts";
import * as store from "../store.ts";

export interface FoundRow {
  id: string;
  type_id: string;
  title: string;
  data: Record<string, unknown>;
  /** How many there are, as far as we look. */
  total: number;
}

/** How the records of a company are looked at. The best titles come first. */
export interface Looking {
  /** Those that contain every one of these words. */
  withWords(words: string[]): Promise<FoundRow[]>;
  /** Those whose title is nearly what was asked for. */
  ofSameName(): Promise<FoundRow[]>;
}

// What people say around a name: "the Fernley deal", "Frau Krüger".
const FILLERS = new Set(
  "the a an of with for at from by and in on to my our der die das den dem mit von bei für und im am zu herr frau mr mrs ms dr".split(" "),
);
const MAX_RELATED = 20;
/** A word of more records than this says nothing by itself: "GmbH". */
const MAX_OF_A_NAME = 20;

/**
 * No record has all the words. Those that are found together are tried together, and the others by themselves: "Krüger Harrow Marine" is a
 * person and an organization. Words that match nothing are dropped, and the name of a type says which records are meant: "deals with
 * Penrose" are those of the organization.
 */
export async function searchLoosely(
  call: Call<Member>,
  schema: CompanySchema,
  words: string[],
  given: TypeDefinition[] | undefined,
  looking: Looking,
): Promise<FoundRow[]> {
  const meant = given ? [] : words.flatMap((word) => findType(schema, word) ?? []);
  const names = words.filter((word) => !FILLERS.has(word) && (given || !findType(schema, word)));
  const groups = (await foundTogether(names, looking)).filter(([first]) => (first?.total ?? 0) <= MAX_OF_A_NAME);
  const found = linkedFirst(await linksAmong(call, groups), groups);
  const ofType = (row: FoundRow) => meant.some(({ id }) => id === row.type_id);
  if (meant.length === 0 || found.length === 0 || found.some(ofType))
    return [...found.filter(ofType), ...found.filter((row) => !ofType(row))];
  return [...(await relatedOf(call, schema, meant, found)), ...found];
}

/** Groups of words that some record has together, each with its records. A word that no record has is in no group. */
async function foundTogether(words: string[], { withWords }: Looking): Promise<FoundRow[][]> {
  const groups: FoundRow[][] = [];
  const alone = [];
  for (const word of words) alone.push({ word, rows: await withWords([word]) });
  // The rarest first: it says most about what is meant.
  let rest = alone.filter(({ rows }) => rows.length > 0).toSorted((one, other) => (one.rows[0]?.total ?? 0) - (other.rows[0]?.total ?? 0));
  while (rest[0]) {
    const [first, ...others] = rest;
    let [kept, rows] = [[first.word], first.rows];
    rest = [];
    for (const other of others) {
      const both = await withWords([...kept, other.word]);
      if (both.length > 0) [kept, rows] = [[...kept, other.word], both];
      else rest.push(other);
    }
    groups.push(rows);
  }
  return groups;
}

async function linksAmong({ tx, actor }: Call<Member>, groups: FoundRow[][]): Promise<Set<string>> {
  if (groups.length < 2) return new Set();
  const groupOf = new Map(groups.flatMap((rows, at) => rows.map((row) => [row.id, at] as const)));
  const links = await store.links(tx, actor.companyId, [...groupOf.keys()]);
  return new Set(
    links.filter((link) => groupOf.has(link.other_id) && groupOf.get(link.of_id) !== groupOf.get(link.other_id)).map((link) => link.of_id),
  );
}

/** Those that are related to one of another group come first: they are what all the words are about. */
function linkedFirst(linked: Set<string>, groups: FoundRow[][]): FoundRow[] {
  const all = [...new Map(groups.flat().map((row) => [row.id, row])).values()];
  const sorted = [...all.filter((row) => linked.has(row.id)), ...all.filter((row) => !linked.has(row.id))];
  return sorted.map((row) => ({ ...row, total: all.length }));
}

/** The records of these types that belong to what was found. */
async function relatedOf(call: Call<Member>, schema: CompanySchema, types: TypeDefinition[], found: FoundRow[]): Promise<FoundRow[]> {
  const { tx, actor } = call;
  const keys = new Set(types.map(({ key }) => key));
  const relations = schema.types.flatMap((type) =>
    type.fields.flatMap(({ place, relation }) =>
      place.kind === "links" && place.direction === "out" && relation && (keys.has(type.key) || keys.has(relation.type))
        ? place.fieldId
        : [],
    ),
  );
  const ids = found.slice(0, MAX_RELATED).map(({ id }) => id);
  const related = await store.relatedTo(tx, actor.companyId, { ids, out: relations, in: relations, limit: MAX_RELATED });
  const rows = related.length > 0 ? await store.find(tx, actor.companyId, related) : [];
  const total = rows.length + found.length;
  return rows.filter((row) => types.some(({ id }) => id === row.type_id)).map((row) => ({ ...row, total }));
}
