import { isPassing } from "./errors.ts";
import type { Change, RecordsChangesAnswer } from "./generated.ts";
import { pause } from "./retry.ts";

export interface FollowOptions {
  /** The position that was kept; left out: from the beginning; `now`: only what happens from here on. */
  after?: string | undefined;
  /** Only records of this type. */
  type?: string | undefined;
  /** How many changes at most come at once. */
  limit?: number | undefined;
  /** How long to wait at the end of the feed before asking again. 5 seconds unless given. */
  everyMs?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

/** Some changes, in order. Handle all of them, then keep `position`: it is where to go on after a restart. */
export interface Followed {
  changes: Change[];
  position: string;
}

const EVERY_MS = 5_000;

type ReadChanges = (input: { [name: string]: unknown }, signal: AbortSignal | undefined) => Promise<RecordsChangesAnswer>;

/**
 * Goes along the change feed for ever. An outage of any length is waited out; an error that stays is thrown. The first position is handed
 * out even without a change, because after `now` it is what a restart must go on from.
 */
export async function* follow(read: ReadChanges, options: FollowOptions = {}): AsyncGenerator<Followed, void, undefined> {
  const { type, limit, everyMs = EVERY_MS, signal } = options;
  let { after } = options;
  const ended = () => signal?.aborted === true;
  while (!ended()) {
    try {
      const { items, position, has_more } = await read({ after, type, limit }, signal);
      if (items.length > 0 || position !== after) yield { changes: items, position };
      after = position;
      if (!has_more) await pause(everyMs, signal);
    } catch (error) {
      if (ended()) return;
      if (!isPassing(error)) throw error;
      await pause(error.retryAfterMs ?? everyMs, signal).catch(() => undefined);
    }
  }
}
