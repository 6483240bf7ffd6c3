import type { Logger } from "../log.ts";
import { createLimit } from "../places.ts";
import { createBook, older, type Pending } from "./book.ts";
import type { Lease, Leasing, Looking, Mark, Pace, Session, Wanted, Work } from "./client.ts";
import { createDriver } from "./drive.ts";
import { createPoll, realTiming, type Timing } from "./poll.ts";

interface Following<S extends Session, W extends Wanted, L extends Lease, Batch, Result> {
  /** In lines of the log: whose events these are. */
  name: string;
  looking: Looking<S, W>;
  leasing: Leasing<S, W, L>;
  work: Work<L, Batch, Result>;
  pace: Pace;
  log: Pick<Logger, "warn">;
  /** Called now and then, for figures. */
  report?(session: S): Promise<unknown>;
  timing?: Timing;
}

/**
 * Follows the event log for many followers of many companies: one question every `lookEveryMs` finds the companies with news, only their
 * followers are leased, and those work in turn by company. Several workers may run: each looks by itself, and a lease decides which one works.
 *
 * A batch always moves the place or the time of the next look. Every lease is worked on or given back. Nothing is kept in memory alone: the
 * saved mark passes no event for which no lease was asked, and a lease outlives its worker until another one finds it.
 */
export function startFollowing<S extends Session, W extends Wanted, L extends Lease, Batch, Result>(
  parts: Following<S, W, L, Batch, Result>,
) {
  const { name, looking, leasing, work, pace, log, report, timing = realTiming } = parts;
  const book = createBook<L, W>();
  // What is leased and what is given back are decided one behind the other: a new lease must not look like one that was left.
  const alone = createLimit(1);
  let session: S | undefined;
  let last: Mark | undefined;
  let [dueAt, tendAt] = [0, 0];
  let isOver = false;

  const driver = createDriver<L, W, Batch, Result>({
    name,
    book,
    work,
    pace,
    timing,
    log,
    hold: {
      isConnected: () => session !== undefined,
      isStopping: () => isOver,
      lastMark: () => last,
      giveBack: async (lease, error) => session && leasing.giveBack(session, lease, error),
      wantAgain: leasing.wantAgain,
      hasRoom: () => void claim().catch(() => undefined), // the next look reports it
    },
  });

  const poll = createPoll({
    timing,
    everyMs: pace.lookEveryMs,
    look,
    async failed(error, isFirst) {
      if (isFirst && !isOver) log.warn({ err: error }, `cannot read the event log for ${name}`);
      await cut();
    },
  });

  /** With the connection all leases end: another worker may take them at once. */
  async function cut(): Promise<void> {
    const ended = session;
    session = undefined;
    last = undefined;
    for (const one of book.held.values()) driver.advance(one, "cut");
    await ended?.end();
  }

  async function look(): Promise<void> {
    if (session?.isLost) await cut();
    const here = (session ??= await looking.open());
    const before = (last ??= await looking.readMark(here));
    const { companies, ...now } = await looking.findNews(before);
    last = now;
    for (const [companyId, types] of companies)
      for (const wanted of looking.wantedFor(companyId, types, before.snapshot, now.snapshot)) note({ wanted, before });
    if (timing.now() >= dueAt) await lookForDue(here, before);
    await claim();
    if (timing.now() >= tendAt) await tend(here, now);
  }

  function note(news: Pending<W>): void {
    for (const one of book.wakenBy(news.wanted.key)) driver.wake(one, news);
    book.want(news);
  }

  async function lookForDue(here: S, before: Mark): Promise<void> {
    dueAt = timing.now() + pace.dueEveryMs;
    for (const wanted of await looking.findDue(here)) {
      const mine = book.held.get(wanted.key);
      if (mine) driver.wake(mine, { wanted, before });
      else if (!book.pending.has(wanted.key)) book.want({ wanted, before });
    }
  }

  const claim = () => alone(claimPending);

  async function claimPending(): Promise<void> {
    const here = session;
    const asked = new Map([...book.pending].slice(0, Math.max(0, pace.maxLeases - book.held.size)));
    if (!here || isOver || asked.size === 0) return;
    const open = [...asked.values()];
    const { leased, missed } = await leasing.claim(
      here,
      open.map(({ wanted }) => wanted),
    );
    const before = open.map((one) => one.before).reduce(older);
    const pendingFor = (wanted: W): Pending<W> => asked.get(wanted.key) ?? { wanted, before };
    for (const [key, one] of asked) if (book.pending.get(key) === one) book.pending.delete(key);
    for (const one of missed) book.want(pendingFor(one)); // after the others
    if (here === session) for (const lease of leased) driver.take(lease, pendingFor(leasing.wantAgain(lease)));
  }

  async function tend(here: S, now: Mark): Promise<void> {
    tendAt = timing.now() + pace.tendEveryMs;
    await looking.saveMark(here, book.oldestOpen(now));
    await alone(async () => {
      const limit = timing.now() - pace.keepIdleMs;
      const idle = [...book.held.values()].filter((one) => one.state === "resting" && one.idleSince < limit);
      const leases = idle.map(({ lease }) => lease);
      for (const one of idle) driver.advance(one, "given");
      if (leases.length > 0) await leasing.releaseIdle?.(here, leases);
      // Whatever could not be given back, because it was locked or for a fault, is found here.
      await leasing.releaseOthers(here, book.leases());
    });
    await report?.(here);
  }

  poll.start();
  return {
    /** Takes no more work, waits for what is being done, and lets other workers go on at once. */
    async stop() {
      isOver = true;
      await poll.stop();
      await driver.finish();
      await alone(async () => {
        for (const one of book.held.values()) driver.advance(one, "given");
        if (session) await leasing.releaseOthers(session, []).catch(() => undefined);
      });
      await session?.end();
    },
  };
}
