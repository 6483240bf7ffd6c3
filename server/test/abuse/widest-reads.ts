import type { Operation } from "../../src/kernel/operation.ts";
import { newId } from "../../src/platform/random.ts";
import { showId } from "../../src/platform/ids.ts";
import { makeInput } from "../inputs.ts";
import { leadValue } from "./furnish-leads.ts";

type Ids = Record<string, string[]>;

/** A word in the names of every company's contacts. */
const COMMON = "contact";
const NAMED: Record<string, unknown> = {
  query: COMMON,
  record: `${COMMON} 1`,
  measures: [{ measure: "count" }],
  group_by: "city",
  field: "own",
  event_types: [],
};

/** What an operation needs and nothing that narrows its answer: once with ids of the caller, once with those of another company. */
export function widestInputs(operation: Operation, own: Ids, others: Ids): Record<string, unknown>[] {
  const word = () => COMMON;
  return [own, others].map((ids) => {
    const id = (prefix: string) => ids[prefix]?.[0] ?? showId(prefix, newId());
    return makeInput(operation, {
      id,
      word,
      // The last: what may be left out is left out, and as many as can be are asked for.
      pick: (choices) => choices.at(-1) ?? choices[0],
      named: (property) => leadValue(operation.name, property, word, id) ?? NAMED[property],
    });
  });
}
