import { textIn } from "../../../routes.ts";

/** By what was decided. */
export const DECISIONS = { assign: "Assigned", send: "Sent out", none: "No rule" } as const;
/** By what became of what was sent. */
export const DELIVERIES = { refused: "Refused", timeout: "No answer", unknown: "Unknown", returned: "Returned" } as const;

export const isKeyOf = <Choices extends object>(choices: Choices, text: string | undefined): text is string & keyof Choices =>
  text !== undefined && text in choices;

/** What the log shows, in the address: a link leads to the same lines. */
export interface LogSearch {
  /** Which decisions or deliveries. */
  show?: string | undefined;
  rule?: string | undefined;
  person?: string | undefined;
  destination?: string | undefined;
  /** The decision that is open beside the list. */
  why?: string | undefined;
}

export const readLogSearch = (search: Record<string, unknown>): LogSearch => ({
  ...textIn(search, "show"),
  ...textIn(search, "rule"),
  ...textIn(search, "person"),
  ...textIn(search, "destination"),
  // A number that somebody typed into the address is read as one.
  ...(typeof search["why"] === "number" ? { why: String(search["why"]) } : textIn(search, "why")),
});
