import type { Member as Caller } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { TypeDefinition } from "../types/index.ts";
import { areAlike } from "./likeness.ts";
import { sourcesOf, START, type Group, type Member, type Place, type Source, type Strength } from "./sources.ts";
import * as store from "./store.ts";

/** Two records that may be the same; `one` has the lower id. */
interface Candidate {
  one: Member;
  other: Member;
}

interface FoundPair {
  one: string;
  other: string;
  strength: Strength;
  reasons: string[];
}

export interface Position extends Place {
  source: string;
}

/** A page may take so long, then it is given as far as it is. The rest is found with its cursor. */
const BUDGET_MS = 120;
/** In a large group each record is compared with the next few only: they form a chain. */
const NEIGHBOURS = 4;
/** Pairs that are looked up by one statement. */
const CHUNK = 200;

/** Goes through the signs, the strongest first, from a position on, until the page is full, the time is over or nothing is left. */
export async function findPairs(call: Call<Caller>, type: TypeDefinition, start: Position | undefined, limit: number) {
  const { tx, actor } = call;
  const until = performance.now() + BUDGET_MS;
  const sources = sourcesOf(type);
  const found: FoundPair[] = [];
  let at = Math.max(
    0,
    sources.findIndex((source) => source.name === start?.source),
  );
  let place: Place | undefined = start ?? START;
  for (let source = sources[at]; source; source = sources[++at]) {
    while (place) {
      const { groups, next } = await source.read(tx, actor.companyId, place.from);
      const pairs = pairsBehind(place, source, groups);
      for (let from = 0; from < pairs.length; from += CHUNK) {
        const chunk = pairs.slice(from, from + CHUNK);
        for (const [index, pair] of (await judge(call, sources, source, chunk)).entries()) {
          const listed = chunk[index];
          if (!pair || !listed) continue;
          found.push(pair);
          if (found.length === limit) return { found, next: { source: source.name, from: listed.group, pair: listed.name } };
        }
      }
      place = next;
      if (place && performance.now() > until) return { found, next: { source: source.name, ...place } };
    }
    place = START;
  }
  return { found, next: undefined };
}

interface Listed extends Candidate {
  group: string;
  name: string;
}

function pairsBehind(place: Place, source: Source, groups: Group[]): Listed[] {
  return groups.flatMap((group) =>
    pairsIn(group, source)
      .map((pair) => ({ ...pair, group: group.key, name: `${pair.one.id} ${pair.other.id}` }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter(({ name }) => group.key !== place.from || name > place.pair),
  );
}

function pairsIn({ members }: Group, { needsLikeNames }: Source): Candidate[] {
  // Similar names are neighbours in the alphabet.
  const sorted = needsLikeNames ? members.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : members;
  return sorted.flatMap((one, at) =>
    sorted
      .slice(at + 1, at + 1 + NEIGHBOURS)
      .filter((other) => other.id !== one.id && (!needsLikeNames || areAlike(one.key, other.key)))
      .map((other) => (one.id < other.id ? { one, other } : { one: other, other: one })),
  );
}

/** Each candidate with all its reasons; undefined if it was dismissed, or already listed for a stronger one. */
async function judge({ tx, actor }: Call<Caller>, sources: Source[], source: Source, pairs: Candidate[]) {
  const ids = pairs.map(({ one, other }) => ({ one: one.id, other: other.id }));
  const facts = await store.facts(tx, actor.companyId, ids);
  return pairs.map(({ one, other }, index): FoundPair | undefined => {
    const known = facts[index];
    if (!known || known.is_dismissed) return undefined;
    const signs = sources.filter((sign) => !sign.needsLikeNames || areAlike(one.key, other.key));
    const shared = signs.flatMap((sign) => {
      const values = known.shared.filter(({ kind }) => kind === sign.name).map(({ value }) => value);
      return values.length > 0 || sign === source ? [{ sign, reason: sign.reason(values.join(", ")) }] : [];
    });
    if (shared[0]?.sign !== source) return undefined;
    return { one: one.id, other: other.id, strength: source.strength, reasons: shared.map(({ reason }) => reason) };
  });
}
