import type { FilterError } from "../error.ts";
import { opOf } from "../operators.ts";
import { spellValue } from "../text/spelling.ts";

/** What to write in place of a slip. */
export interface Mending {
  from: number;
  to: number;
  insert: string;
}

/** How to mend an error with the nearest name there is; undefined where none is near. */
export function mend({ from, to, suggestions }: FilterError): Mending | undefined {
  const name = suggestions?.[0];
  if (name === undefined || from === undefined || to === undefined) return undefined;
  return { from, to, insert: opOf(name) ? name : spellValue(name) };
}
