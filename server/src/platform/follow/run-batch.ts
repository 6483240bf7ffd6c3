import { isLeaseLost, isTransient, type Lease, type Pace, type Turn, type Wanted, type Work } from "./client.ts";
import type { Follower } from "./book.ts";
import { wait, type Timing } from "./poll.ts";
import type { Happening } from "./states.ts";

interface Running<L extends Lease, W extends Wanted, Batch, Result> {
  one: Follower<L, W>;
  work: Work<L, Batch, Result>;
  pace: Pace;
  timing: Timing;
  turn: Turn;
  leaveTurn(): void;
  advance(one: Follower<L, W>, happening: Happening): void;
  wantAgain(one: Follower<L, W>): void;
  /** Recording was refused for a moment. */
  refused(one: Follower<L, W>, error: unknown): void;
}

/** One batch of a follower whose turn it is: read, sent, written down. Answers what that led to. */
export async function runBatch<L extends Lease, W extends Wanted, Batch, Result>(
  running: Running<L, W, Batch, Result>,
): Promise<Happening> {
  const { one, work, pace, timing, turn, leaveTurn, advance } = running;
  advance(one, "turn");
  const { news } = one;
  one.news = undefined;
  one.batches++;
  const batch = await work.read(one.lease);
  // Nothing is begun under a lease that was lost meanwhile, and what it was leased for is still open.
  if (batch === null || one.state === "lost") {
    one.news ??= news;
    return "gone";
  }
  advance(one, "read");
  const cancel = timing.after(pace.turnMs, leaveTurn);
  try {
    const result = await work.send(one.lease, batch, turn);
    advance(one, "sent");
    return await record(running, result);
  } finally {
    cancel();
    work.settled?.(one.lease);
  }
}

const STALLED = "a batch moved neither the place nor the time of the next look";

/** What was sent and cannot be written down would be sent again: it is tried for as long as a lock or a busy database lasts. */
async function record<L extends Lease, W extends Wanted, Batch, Result>(
  { one, work, pace, timing, wantAgain, refused }: Running<L, W, Batch, Result>,
  result: Result,
): Promise<Happening> {
  const recording = { hasNews: () => one.news !== undefined, isLast: one.batches >= pace.maxBatches };
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await work.record(one.lease, result, recording);
      if (outcome.next === "done" && outcome.hasMore) wantAgain(one);
      if (outcome.next === "more" && !outcome.hasMoved && !one.news) throw new Error(STALLED);
      return outcome.next;
    } catch (error) {
      if (isLeaseLost(error)) return "gone";
      if (!isTransient(error) || tries >= pace.recordTries || one.state === "lost") throw error;
      if (tries === 1) refused(one, error);
      await wait(timing, pace.recordAgainMs);
    }
  }
}
