/** Where something was written: a range of the text, or a JSON pointer. */
export interface Place {
  from?: number;
  to?: number;
  pointer?: string;
}

/** What is wrong with a filter, in words that can be shown to a person or a model as they are. */
export interface FilterError extends Place {
  message: string;
  /** What to do about it, where one sentence can say it. */
  hint?: string;
  /** The nearest names that exist: fields, options, people, operators. */
  suggestions?: readonly string[];
  /** What would be valid here. */
  expected?: string;
  /** The text ends too early: it may only need more typing. */
  isUnfinished?: true;
}

/** A longer list is not read. */
export const MAX_ERRORS = 10;

/** Names in messages are cut: an error is one line. */
export function shown(name: string): string {
  const line = name.slice(0, MAX_SHOWN).replaceAll(/[\s`]+/g, " ");
  return name.length > MAX_SHOWN ? `${line}…` : line;
}
const MAX_SHOWN = 40;
