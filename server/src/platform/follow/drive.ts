import type { Logger } from "../log.ts";
import { createPlaces } from "../places.ts";
import type { Book, Follower, Pending } from "./book.ts";
import type { Lease, Mark, Pace, Wanted, Work } from "./client.ts";
import type { Timing } from "./poll.ts";
import { runBatch } from "./run-batch.ts";
import { after, isHeld, type Happening } from "./states.ts";

/** What a worker is connected to. Undefined: nothing, just then. */
interface Hold<L extends Lease, W extends Wanted> {
  isConnected(): boolean;
  isStopping(): boolean;
  /** Where the last look was. */
  lastMark(): Mark | undefined;
  /** Writes down when the follower is looked at again. */
  giveBack(lease: L, error: unknown): Promise<unknown>;
  wantAgain(lease: L): W;
  /** A follower has ended, and something is wanted. */
  hasRoom(): void;
}

interface Driving<L extends Lease, W extends Wanted, Batch, Result> {
  name: string;
  book: Book<L, W>;
  hold: Hold<L, W>;
  work: Work<L, Batch, Result>;
  pace: Pace;
  timing: Timing;
  log: Pick<Logger, "warn">;
}

/** Takes followers that are leased through their states, in turn by company. */
export function createDriver<L extends Lease, W extends Wanted, Batch, Result>(driving: Driving<L, W, Batch, Result>) {
  const { name, book, hold, work, pace, timing, log } = driving;
  const turns = createPlaces(pace.turns);
  const working = new Set<Promise<void>>();

  function advance(one: Follower<L, W>, happening: Happening): void {
    one.state = after(one.state, happening);
    if (one.state === "resting") one.idleSince = timing.now();
    if (isHeld(one.state)) return;
    book.drop(one);
    // What came while it ended was noticed by nobody.
    if (one.news && hold.isConnected()) book.want(one.news);
    // After `gone` the next look asks: nothing is claimed again and again.
    if (book.pending.size > 0 && happening !== "gone") hold.hasRoom();
  }

  function take(lease: L, news: Pending<W>): void {
    const known = book.held.get(lease.key);
    if (known) return wake(known, news);
    const one: Follower<L, W> = { lease, state: "leased", news, isDriven: false, idleSince: 0, batches: 0 };
    book.hold(one);
    drive(one);
  }

  function wake(one: Follower<L, W>, news: Pending<W>): void {
    one.news ??= news;
    advance(one, "news");
    drive(one);
  }

  function drive(one: Follower<L, W>): void {
    if (one.isDriven) return;
    one.isDriven = true;
    const driven = runTurns(one)
      // A fault of this file. The lease is given back as one that was left.
      .catch((error: unknown) => {
        log.warn({ err: error, follower: one.lease.key }, `${name}: a follower was dropped`);
        book.drop(one);
      })
      .finally(() => working.delete(driven));
    working.add(driven);
  }

  async function runTurns(one: Follower<L, W>): Promise<void> {
    while (one.state === "leased" && !hold.isStopping()) await takeTurn(one);
    one.isDriven = false;
  }

  async function takeTurn(one: Follower<L, W>): Promise<void> {
    const place = await turns.enter(one.lease.companyId);
    try {
      if (one.state !== "leased" || hold.isStopping()) return;
      const turn = { isHeld: () => place.isHeld, isStopping: hold.isStopping };
      const happening = await runBatch({ one, work, pace, timing, turn, leaveTurn: place.leave, advance, wantAgain, refused });
      advance(one, happening === "idle" && one.news ? "more" : happening);
    } catch (error) {
      await giveBack(one, error);
    } finally {
      place.leave();
    }
  }

  function wantAgain(one: Follower<L, W>): void {
    const before = hold.lastMark();
    if (before) one.news ??= { wanted: hold.wantAgain(one.lease), before };
  }

  function refused({ lease }: Follower<L, W>, error: unknown): void {
    log.warn({ err: error, follower: lease.key }, "what was sent could not be written down; that is tried again, and nothing is sent");
  }

  /** It counts as held until that is done: otherwise it would be given back as one that was left, without a time to wait. */
  async function giveBack(one: Follower<L, W>, error: unknown): Promise<void> {
    const { companyId, key } = one.lease;
    log.warn({ err: error, company: companyId, follower: key }, `${name}: a follower could not be worked on; it is tried again`);
    try {
      if (one.state !== "lost") await hold.giveBack(one.lease, error);
      one.news = undefined; // the time to look again is written down
    } catch (failure) {
      log.warn({ err: failure, company: companyId, follower: key }, `${name}: a lease could not be given back; that is tried again`);
    }
    advance(one, "failed");
  }

  return {
    take,
    wake,
    advance,
    /** Waits for what is being done. */
    async finish() {
      await Promise.all(working);
    },
  };
}
