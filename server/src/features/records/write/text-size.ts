import { setImmediate } from "node:timers/promises";
import { AppError } from "../../../kernel/errors.ts";
import type { RecordRow } from "../row.ts";

/**
 * What one call may write, in characters of text, over all its records: a record is written as a whole, and its event holds what changed.
 * Such a call takes the database two to five seconds, most of it for the index of search (server/test/measure/large-writes.test.ts).
 */
export const MAX_CHARACTERS = 4_000_000;
/** For undo and merge: they bring no text of their own, and cannot be done in several calls. */
export const MAX_SET_BACK = 16_000_000;

/** Planned, or made into one statement, without letting other work run. */
const PART_RECORDS = 100;
const PART_CHARACTERS = 250_000;

interface Change {
  old: { row: RecordRow } | undefined;
  given: Record<string, unknown>;
  kept?: Record<string, unknown>;
}

/** The characters of text in some values. Numbers and the like are short. */
export function textIn(values: Record<string, unknown>): number {
  let sum = 0;
  for (const key in values) sum += lengthOf(values[key]);
  return sum;
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum: number, one) => sum + lengthOf(one), 0) : 0;
}

/** What saving a record writes: the whole record, and in its event what is new. */
export function sizesOf(changes: Change[]): number[] {
  const known = new Map<object, number>(); // one object of values is often given for all records
  const sizeOf = (values: Record<string, unknown>) => {
    const size = known.get(values) ?? textIn(values);
    known.set(values, size);
    return size;
  };
  return changes.map(({ old, given, kept }) => (old ? textIn(old.row.data) : 0) + 2 * (sizeOf(given) + (kept ? textIn(kept) : 0)));
}

/** Refuses a call that writes more than the service can take in one. One record alone is bounded by the size of a request. */
export function refuseTooMuch(sizes: number[], most = MAX_CHARACTERS): void {
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (sizes.length > 1 && sum > most) throw tooMuch(sum, sizes.length, most);
}

export const TOO_MUCH = "too_much_text";

const tooMuch = (characters: number, records: number, most: number) =>
  new AppError(
    422,
    TOO_MUCH,
    `This would write ${characters.toLocaleString("en-US")} characters of text in ${records.toLocaleString("en-US")} records, and one call can write ` +
      `${most.toLocaleString("en-US")}. Change fewer records at once, or shorten the text.`,
  );

/** Does a step for each item. Large texts and many fields would hold the event loop: other calls are answered between the parts. */
export async function inParts<T, R>(items: T[], sizes: number[], step: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = [];
  let [records, characters] = [0, 0];
  for (const [at, item] of items.entries()) {
    const size = sizes[at] ?? 0;
    if (records > 0 && (records >= PART_RECORDS || characters + size > PART_CHARACTERS)) {
      await setImmediate();
      [records, characters] = [0, 0];
    }
    records++;
    characters += size;
    results.push(step(item, at));
  }
  return results;
}

/** Parts that one statement each can hold. Records with little text are one part, however many: a statement for each would be slower. */
export function partsBy<T>(items: T[], sizeOf: (item: T) => number): T[][] {
  const parts: T[][] = [];
  let characters = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const part = parts.at(-1);
    if (part && characters + size <= PART_CHARACTERS) {
      part.push(item);
      characters += size;
    } else {
      parts.push([item]);
      characters = size;
    }
  }
  return parts;
}
