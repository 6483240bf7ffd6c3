import type { Moment } from "../dates/dates.ts";
import { fold } from "../fold.ts";
import type { Lookup, Person } from "../schema.ts";

/** What completions are made from. */
export interface CompletionSource {
  /** The key of the type that is filtered. */
  type: string;
  lookup: Lookup;
  people?: readonly Person[];
  /** The id of the person who writes the filter. */
  me?: string;
  /** For the meaning of dates. */
  moment: Moment;
}

/** One completion. */
export interface CompletionOption {
  /** As it is shown. */
  text: string;
  /** The text that replaces the typed part. */
  insert: string;
  /** What it means, in a few words. */
  meaning: string;
  kind: "field" | "relation" | "operator" | "value" | "person" | "date" | "word";
  /** More can or must follow directly after it. */
  goesOn: boolean;
}

/** Whether it names a field or a word of the language, and is not a value. */
export const isName = ({ kind }: CompletionOption) => kind === "field" || kind === "relation" || kind === "word";

/** What is expected, as a sentence with names in backticks, and the options; none for free values. */
export interface Offer {
  expected: string;
  options: CompletionOption[];
}

/** An option with another text to find it by. */
export type Candidate = CompletionOption & { also?: string };

/** The candidates that match the typed text, best first; equal ones keep their order. */
export function ranked(candidates: readonly Candidate[], typed: string): CompletionOption[] {
  const wanted = fold(typed.replace(/^"/, ""));
  return candidates
    .map(({ also = "", ...option }) => ({ option, rank: Math.min(rankOf(fold(option.text), wanted), rankOf(fold(also), wanted) + 0.5) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

const NO_MATCH = 4;

/** Fewer letters occur inside most names. */
const MIN_LENGTH_INSIDE = 3;

/** 0 for the whole name, then its start, the start of a word, anywhere inside. */
function rankOf(name: string, wanted: string): number {
  if (wanted === "" || name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const at = name.indexOf(wanted);
  if (at < 0) return NO_MATCH;
  if (/[\s_@.-]/.test(name.charAt(at - 1))) return 2;
  return wanted.length < MIN_LENGTH_INSIDE ? NO_MATCH : 3;
}
