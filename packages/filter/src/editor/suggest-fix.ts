import type { FilterError } from "../error.ts";
import { opOf } from "../operators.ts";
import { spellValue } from "../text/spelling.ts";

/** A replacement for the part of the text that an error is about. */
export interface SuggestedFix {
  from: number;
  to: number;
  insert: string;
}

/** The nearest existing name in place of the wrong one; undefined if no name is near enough. */
export function suggestFix({ from, to, suggestions }: FilterError): SuggestedFix | undefined {
  const name = suggestions?.[0];
  if (name === undefined || from === undefined || to === undefined) return undefined;
  return { from, to, insert: opOf(name) ? name : spellValue(name) };
}
