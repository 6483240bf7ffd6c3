/**
 * Where a follower is. The worker has its lease in the first five; in the last three it has given it back or lost it.
 *
 *   leased     something may be there to do; it waits for its turn
 *   reading    the next batch is read
 *   sending    the batch is worked on, outside any transaction
 *   recording  what became of it is written down
 *   resting    nothing to do; the lease is kept for a while, because the next event needs no new one then
 *   down       it is looked at again at a time that is written down
 *   off        nothing is left to do here, or the worker stops
 *   lost       another worker may have it
 */
export type State = "leased" | "reading" | "sending" | "recording" | "resting" | "down" | "off" | "lost";

/**
 * What can happen to a follower.
 *
 *   turn               it may work
 *   read, sent         a step is done
 *   more, idle         the batch is written down, and the lease is kept: there is more to do, or nothing
 *   later, done        the batch is written down, and the lease given back with it: until a time, or for good
 *   gone               somebody else has the lease
 *   failed             a step failed; the lease was given back with a time to look again
 *   news               something new is in the log, or an attempt is due
 *   given              the lease was given back without work
 *   cut                the connection that holds the leases is lost
 */
export type Happening = "turn" | "read" | "sent" | "more" | "idle" | "later" | "done" | "gone" | "failed" | "news" | "given" | "cut";

type Transitions = Partial<Record<Happening, State>>;

/** A step that was under way when the lease was lost may still end. It changes nothing. */
const STAYS_LOST: Transitions = {
  read: "lost",
  sent: "lost",
  more: "lost",
  idle: "lost",
  later: "lost",
  done: "lost",
  gone: "lost",
  failed: "lost",
};

export const TRANSITIONS: Record<State, Transitions> = {
  leased: { turn: "reading", news: "leased", given: "off", cut: "lost" },
  reading: { read: "sending", gone: "lost", failed: "down", news: "reading", cut: "lost" },
  sending: { sent: "recording", failed: "down", news: "sending", cut: "lost" },
  recording: {
    more: "leased",
    idle: "resting",
    later: "down",
    done: "off",
    gone: "lost",
    failed: "down",
    news: "recording",
    cut: "lost",
  },
  resting: { news: "leased", given: "off", cut: "lost" },
  down: {},
  off: {},
  lost: STAYS_LOST,
};

export function after(state: State, happening: Happening): State {
  const next = TRANSITIONS[state][happening];
  if (!next) throw new Error(`a follower that is ${state} cannot meet ${happening}`);
  return next;
}

/** The worker has the lease: it works on it, or gives it back. */
export const isHeld = (state: State) => !["down", "off", "lost"].includes(state);
