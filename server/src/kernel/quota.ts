/** How many of a thing a company or a person may keep. A feature declares its own; an operator can set another number (`QUOTAS`). */
export interface Quota {
  /** The operator's name for it. */
  name: string;
  /** How many there may be, unless the operator sets another number. */
  max: number;
  /** What is counted, as the subject of the error: "Your company has 200 …". */
  of: "Your company has" | "You have";
  what: string;
  /** What to do when there are no more. */
  advice: string;
  /** Counts what there is: $1 is the company, $2 the caller. */
  count: string;
}
