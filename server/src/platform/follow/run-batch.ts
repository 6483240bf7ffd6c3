import type { Logger } from "../log.ts";
import { addNews, type Follower } from "./book.ts";
import { isLeaseLost, isTransient, type Pace, type Turn, type Work } from "./client.ts";
import { wait, type Timing } from "../poll.ts";
import type { Happening } from "./states.ts";

interface Running<Batch, Result> {
  one: Follower;
  work: Work<Batch, Result>;
  pace: Pace;
  timing: Timing;
  log: Pick<Logger, "warn">;
  turn: Turn;
  leaveTurn(): void;
  advance(one: Follower, happening: Happening): void;
}

/** One batch of a follower whose turn it is: read, sent, written down. Answers what that led to. */
export async function runBatch<Batch, Result>(running: Running<Batch, Result>): Promise<Happening> {
  const { one, advance } = running;
  advance(one, "turn");
  const { news } = one;
  one.news = undefined;
  const happening = await runSteps(running);
  // What it was leased for is still open.
  if (happening === "gone" && news) {
    const later = one.news ?? news;
    one.news = news;
    addNews(one, later);
  }
  return happening;
}

async function runSteps<Batch, Result>(running: Running<Batch, Result>): Promise<Happening> {
  const { one, work, pace, timing, turn, leaveTurn, advance } = running;
  const batch = await work.read(one.lease);
  // Nothing is begun under a lease that was lost meanwhile.
  if (batch === null || one.state === "lost") return "gone";
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
const REFUSED = "what was sent could not be written down; that is tried again, and nothing is sent";

/** What was sent and cannot be written down would be sent again: it is tried for as long as a lock or a busy database lasts. */
async function record<Batch, Result>({ one, work, pace, timing, log }: Running<Batch, Result>, result: Result): Promise<Happening> {
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await work.record(one.lease, result);
      if (outcome.next === "more" && !outcome.hasMoved && !one.news) throw new Error(STALLED);
      return outcome.next;
    } catch (error) {
      if (isLeaseLost(error)) return "gone";
      if (!isTransient(error) || tries >= pace.recordTries || one.state === "lost") throw error;
      if (tries === 1) log.warn({ err: error, follower: one.lease.key }, REFUSED);
      await wait(timing, pace.recordAgainMs);
    }
  }
}
