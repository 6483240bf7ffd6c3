import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kernel/clock.ts";
import type { Trouble } from "../../channels/index.ts";
import { cutText } from "../../../platform/cut-text.ts";

/** What the other server said about one recipient. */
interface Refused {
  address: string;
  words: string;
  status?: string | null;
}

/** What became of one try: as `platform/smtp` and the other channels say it. */
export type Outcome =
  | { outcome: "sent"; words: string; externalId?: string | null; recipients?: Refused[]; saidInstead?: string }
  | { outcome: "refused"; words: string; status?: string | null; recipients?: Refused[] }
  | {
      outcome: "retry";
      words: string;
      afterMs?: number | null;
      /** Of the channel, so that no other message is tried. */ trouble?: Trouble;
    }
  | { outcome: "unknown"; words: string; saidInstead?: string };

/** What is written down about it. */
export interface Verdict {
  state: "sent" | "failed" | "unknown" | "queued";
  error: string | null;
  /** For a message that waits again. */
  nextAt: Date | null;
}

const MAX_WORDS = 500;
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];
const LAST_WAIT_MS = 4 * HOUR_MS;
/** After that a message that was never taken counts as failed: its writer has to know. */
export const GIVE_UP_MS = 2 * DAY_MS;

const plain = (words: string) => cutText(words.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), MAX_WORDS);

/** It left for some of its recipients, and the server refused others at once. */
const notTaken = (refused: Refused[]) =>
  refused.length === 0 ? null : plain(`Not sent to ${refused.map(({ address, words }) => `${address}: ${words}`).join("; ")}`);

/**
 * What follows from a try. Only a clear "not now" is tried again: a mail that may have left is not sent twice by itself.
 * `tries` counts this one.
 */
export function judge(outcome: Outcome, tries: number, firstTryAt: Date, now: Date): Verdict {
  const words = plain(outcome.words);
  if (outcome.outcome === "sent") return { state: "sent", error: notTaken(outcome.recipients ?? []), nextAt: null };
  if (outcome.outcome === "refused") return { state: "failed", error: words || "The server refused it.", nextAt: null };
  if (outcome.outcome === "unknown")
    return { state: "unknown", error: words || "The connection ended before the server answered.", nextAt: null };
  const wait = Math.min(Math.max(WAITS_MS[tries - 1] ?? LAST_WAIT_MS, outcome.afterMs ?? 0), DAY_MS);
  const nextAt = new Date(now.getTime() + wait);
  if (nextAt.getTime() - firstTryAt.getTime() > GIVE_UP_MS)
    return { state: "failed", error: `Not taken for 2 days: ${words}`, nextAt: null };
  return { state: "queued", error: words, nextAt };
}
