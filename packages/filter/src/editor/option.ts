import type { Moment } from "../dates/dates.ts";
import { fold } from "../fold.ts";
import type { Lookup, Person } from "../schema.ts";

/** What a completion draws from. */
export interface CompletionSource {
  /** The key of the type that is filtered. */
  type: string;
  lookup: Lookup;
  people?: readonly Person[];
  /** The id of whoever writes the filter. */
  me?: string;
  /** For the meaning of dates. */
  moment: Moment;
}

/** One thing that may stand at the caret. */
export interface CompletionOption {
  /** As it is shown. */
  text: string;
  /** What is written in place of the part that was typed. */
  insert: string;
  /** What it means, in a few words. */
  meaning: string;
  kind: "field" | "relation" | "operator" | "value" | "person" | "date" | "word";
  /** Something more must or may come directly after it. */
  goesOn: boolean;
}

/** What is expected, in words with names in backticks, and what there is to choose from; none for free values. */
export interface Offer {
  expected: string;
  options: CompletionOption[];
}

/** An option with what it may be found by besides its text. */
export type Candidate = CompletionOption & { also?: string };

/** Those that fit what was typed, the best first; of equals, in their own order. */
export function ranked(candidates: readonly Candidate[], typed: string): CompletionOption[] {
  const wanted = fold(typed.replace(/^"/, ""));
  return candidates
    .map(({ also = "", ...option }) => ({ option, rank: Math.min(rankOf(fold(option.text), wanted), rankOf(fold(also), wanted) + 0.5) }))
    .filter(({ rank }) => rank < NOWHERE)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

const NOWHERE = 4;

/** Two letters stand somewhere in most names. */
const LEAST_INSIDE = 3;

/** The whole name, its start, the start of a word in it, anywhere. */
function rankOf(name: string, wanted: string): number {
  if (wanted === "" || name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const at = name.indexOf(wanted);
  if (at < 0) return NOWHERE;
  if (/[\s_@.-]/.test(name.charAt(at - 1))) return 2;
  return wanted.length < LEAST_INSIDE ? NOWHERE : 3;
}
