import type { OutputOf } from "@kith/server/contract";

export type Decision = OutputOf<"leadSending.listDecisions">["items"][number];
export type Entry = OutputOf<"leadSending.listLog">["items"][number];
export type Step = Decision["steps"][number];

export const RESULTS: Record<Step["result"], string> = {
  taken: "took it",
  no_match: "no match",
  off: "off",
  closed: "closed",
  cap: "full",
  nobody: "nobody free",
  paused: "paused",
  tried: "had it",
  broken: "broken",
  gone: "gone",
};

/** Why it was decided at all, where it was not the first time. */
export const CAUSES: Record<Decision["cause"], string> = {
  new: "New lead",
  refused: "After a refusal",
  timeout: "After no answer",
  unknown: "After an unknown end",
  returned: "After a return",
  asked: "Asked for by an Admin",
  overdue: "Not answered in time",
};
