/** What a message that was written here can be in. */
export const OUT_STATES = ["draft", "queued", "sending", "sent", "delivered", "read", "failed", "unknown", "cancelled"] as const;
export type OutState = (typeof OUT_STATES)[number];

/** What a channel can report about a message that left. */
export const REPORTED = ["sent", "delivered", "read", "failed"] as const;
export type Reported = (typeof REPORTED)[number];

const RANKS: Partial<Record<OutState, number>> = { queued: 0, sending: 1, unknown: 2, sent: 3, delivered: 4, read: 5 };

/**
 * Whether a report changes the state. Reports come twice and out of order, so a state only rises: a message that was read is not sent
 * again by a late report. It can fail until it has arrived.
 */
export function rises(from: OutState, to: Reported): boolean {
  const rank = RANKS[from];
  // What waits has not left, and no report can be about it. What failed may have left after all: the other side says so.
  if (from === "failed") return to === "delivered" || to === "read";
  if (rank === undefined || rank === 0) return false;
  if (to === "failed") return rank < (RANKS.delivered ?? 0);
  return (RANKS[to] ?? 0) > rank;
}

/** It has left for certain. */
export const REACHED: ReadonlySet<OutState> = new Set(["sent", "delivered", "read"]);
