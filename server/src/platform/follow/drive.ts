import type { Logger } from "../log.ts";
import { createPlaces } from "../places.ts";
import { addNews, type Book, type Follower, type Pending } from "./book.ts";
import type { Lease, Pace, Work } from "./client.ts";
import type { Timing } from "../poll.ts";
import { runBatch } from "./run-batch.ts";
import { after, isHeld, type Happening } from "./states.ts";

interface Driving<Batch, Result> {
  name: string;
  book: Book;
  work: Work<Batch, Result>;
  pace: Pace;
  timing: Timing;
  log: Pick<Logger, "warn">;
  isStopping(): boolean;
  /** Writes down when the follower is looked at again. */
  giveBack(lease: Lease, error: unknown): Promise<unknown>;
  /** A follower has ended. */
  hasRoom(): void;
}

/** Takes followers that are leased through their states, in turn by company. */
export function createDriver<Batch, Result>({
  name,
  book,
  work,
  pace,
  timing,
  log,
  isStopping,
  giveBack,
  hasRoom,
}: Driving<Batch, Result>) {
  const turns = createPlaces(pace.turns);
  const working = new Set<Promise<void>>();

  function advance(one: Follower, happening: Happening): void {
    const wasHeld = isHeld(one.state);
    one.state = after(one.state, happening);
    if (one.state === "resting") one.idleSince = timing.now();
    if (isHeld(one.state) || !wasHeld) return;
    book.drop(one);
    // What came while it ended was noticed by nobody. With a connection that is lost everything is looked at again.
    if (one.news && happening !== "cut") book.want(one.news);
    // After `gone` the next look asks: nothing is claimed again and again.
    if (happening !== "gone") hasRoom();
  }

  function take(lease: Lease, news: Pending): void {
    const known = book.find(lease);
    if (known) return wake(known, news);
    const one: Follower = { lease, state: "leased", news: undefined, isDriven: false, idleSince: 0 };
    addNews(one, news);
    book.hold(one);
    drive(one);
  }

  function wake(one: Follower, news: Pending): void {
    addNews(one, news);
    advance(one, "news");
    drive(one);
  }

  function drive(one: Follower): void {
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

  async function runTurns(one: Follower): Promise<void> {
    while (one.state === "leased" && !isStopping()) await takeTurn(one);
    one.isDriven = false;
  }

  async function takeTurn(one: Follower): Promise<void> {
    const place = await turns.enter(one.lease.companyId);
    const turn = { isHeld: () => place.isHeld, isStopping };
    try {
      if (one.state !== "leased" || isStopping()) return;
      const happening = await runBatch({ one, work, pace, timing, log, turn, leaveTurn: place.leave, advance });
      advance(one, happening === "idle" && one.news ? "more" : happening);
    } catch (error) {
      await fail(one, error);
    } finally {
      place.leave();
    }
  }

  /** It counts as held until that is done: otherwise it would be given back as one that was left, without a time to wait. */
  async function fail(one: Follower, error: unknown): Promise<void> {
    const { companyId, key } = one.lease;
    log.warn({ err: error, company: companyId, follower: key }, `${name}: a follower could not be worked on; it is tried again`);
    try {
      if (one.state !== "lost") await giveBack(one.lease, error);
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
