import { textIn } from "../../routes.ts";

/** How the delivery log of a webhook is filtered, as the address keeps it. */
export interface LogSearch {
  state?: string;
  type?: string;
  within?: string;
}

export const readLogSearch = (search: Record<string, unknown>): LogSearch => ({
  ...textIn(search, "state"),
  ...textIn(search, "type"),
  ...textIn(search, "within"),
});

export const STATE_FILTERS = {
  open: "Not delivered",
  delivered: "Delivered",
  retrying: "Retrying",
  waiting: "Waiting",
  failed: "Given up",
} as const;

const HOUR_MS = 60 * 60_000;

/** Ranges of time that end now. */
export const RANGES = {
  hour: { label: "Last hour", ms: HOUR_MS },
  day: { label: "Last 24 hours", ms: 24 * HOUR_MS },
  week: { label: "Last 7 days", ms: 7 * 24 * HOUR_MS },
  // For as long as the log is kept.
  month: { label: "Last 30 days", ms: 30 * 24 * HOUR_MS },
} as const;

export const isKeyOf = <Known extends object>(known: Known, key: string | undefined): key is string & keyof Known =>
  key !== undefined && Object.hasOwn(known, key);
