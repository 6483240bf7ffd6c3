import { shown, type FilterError, type Place } from "../error.ts";
import { nearest, type NearestBudget } from "../nearest.ts";
import type { Places } from "../places.ts";
import type { Lookup, Person } from "../schema.ts";
import type { Formats } from "../values/formats.ts";

/** A related record that a filter means by its name, and where that was written. Only who can look records up can tell whether it exists. */
export interface RecordName extends Place {
  /** The key of the record's type. */
  type: string;
  name: string;
}

/** A filter while it is being checked. */
export interface Checking {
  lookup: Lookup;
  people: readonly Person[] | undefined;
  formats: Formats;
  places: Places;
  errors: FilterError[];
  names: RecordName[];
  /** One for the whole filter. */
  budget: NearestBudget;
}

/** What is wrong, before it is known where. */
export type Problem = Omit<FilterError, keyof Place>;

export function report(checking: Checking, place: Place, problem: Problem): undefined {
  checking.errors.push({ ...place, ...problem });
}

const MAX_LISTED = 12;

/** "Deals have no field `amout`. Did you mean `amount`?", with what there is instead. */
export function unknownName(
  sentence: string,
  name: string,
  known: readonly string[],
  budget: NearestBudget | undefined,
  suggestions: readonly string[] = nearest(name, known, budget),
): Problem {
  const guess = suggestions[0] === undefined ? "" : ` Did you mean \`${suggestions[0]}\`?`;
  const listed = known.slice(0, MAX_LISTED).map((one) => `\`${shown(one)}\``);
  const expected = listed.join(", ") + (known.length > MAX_LISTED ? ", …" : "");
  return { message: `${sentence} \`${shown(name)}\`.${guess}`, suggestions, ...(expected && { expected }) };
}
