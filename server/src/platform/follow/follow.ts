import type { Commits } from "../../kernel/feature.ts";
import type { Logger } from "../log.ts";
import { createBook, older, type Pending } from "./book.ts";
import type { Leasing, Looking, Mark, Pace, Session, Wanted, Work } from "./client.ts";
import { createDriver } from "./drive.ts";
import { createPoll, realTiming, type Timing } from "../poll.ts";

interface Following<S extends Session, Batch, Result> {
  /** In lines of the log: whose events these are. */
  name: string;
  looking: Looking<S>;
  leasing: Leasing<S>;
  work: Work<Batch, Result>;
  pace: Pace;
  log: Pick<Logger, "warn">;
  /** Called now and then, for figures. */
  report?(session: S): Promise<unknown>;
  /** Wakes it while there is nothing to do. */
  commits?: Commits | undefined;
  timing?: Timing;
}

// So that no statement takes long.
const MAX_ASKED = 500;
/** While there is nothing to do, the mark is saved and figures are taken each time leases were put in order so many times. */
const IDLE_TENDS = 5;

/**
 * Follows the event log for many followers of many companies: one question every `lookEveryMs` finds the companies with news, only their
 * followers are leased, and those work in turn by company. Several workers may run: each looks by itself, and a lease decides which one works.
 *
 * A batch always moves the place or the time of the next look. Every lease is worked on or given back. Nothing is kept in memory alone: the
 * saved mark passes no event for which no lease was asked, and a lease outlives its worker until another one finds it.
 */
export function startFollowing<S extends Session, Batch, Result>(parts: Following<S, Batch, Result>) {
  const { name, looking, leasing, work, pace, log, report, commits, timing = realTiming } = parts;
  const book = createBook();
  let session: S | undefined;
  let last: Mark | undefined;
  let [dueAt, tendAt, saveAt] = [0, 0, 0];
  let isOver = false;

  const driver = createDriver<Batch, Result>({
    name,
    book,
    work,
    pace,
    timing,
    log,
    isStopping: () => isOver,
    giveBack: async (lease, error) => session && leasing.giveBack(session, lease, error),
    hasRoom: () => void (session && !isOver && book.hasPending(timing.now()) && poll.start()),
  });

  const poll = createPoll({
    timing,
    everyMs: pace.lookEveryMs,
    commits,
    look,
    async failed(error, isFirst) {
      if (isFirst && !isOver) log.warn({ err: error }, `cannot read the event log for ${name}`);
      await cut();
    },
  });

  /** With the connection all leases end: another worker may take them at once. What was pending is found again after the saved mark. */
  async function cut(): Promise<void> {
    const ended = session;
    session = undefined;
    last = undefined;
    for (const one of book.held()) driver.advance(one, "cut");
    book.forgetPending();
    await ended?.end();
  }

  // Its steps come one behind the other. So what was just leased never looks like a lease that was left.
  async function look(): Promise<boolean> {
    if (session?.isLost) await cut();
    const here = (session ??= await looking.open());
    const before = (last ??= await looking.readMark(here));
    const { companies, ...now } = await looking.findNews(before);
    last = now;
    for (const [companyId, types] of companies)
      for (const wanted of looking.wantedFor(companyId, types, before.snapshot, now.snapshot)) note(wanted, before);
    if (timing.now() >= dueAt) {
      dueAt = timing.now() + pace.dueEveryMs;
      for (const wanted of await looking.findDue(here)) note(wanted, before);
    }
    await claim(here);
    const hasWork = companies.size > 0 || book.hasPending(timing.now()) || book.held().some(({ state }) => state !== "resting");
    if (hasWork) saveAt = 0;
    if (timing.now() >= tendAt) await tend(here, now);
    return hasWork;
  }

  function note(wanted: Wanted, before: Mark): void {
    const news: Pending = { wanted, before, askAt: 0 };
    const mine = book.find(wanted);
    if (mine) return driver.wake(mine, news);
    if (wanted.key === "") for (const one of book.ofCompany(wanted.companyId)) driver.wake(one, news);
    book.want(news);
  }

  async function claim(here: S): Promise<void> {
    const busy = book.held().filter(({ state }) => state !== "resting").length;
    const asked = isOver ? [] : book.takePending(timing.now(), Math.max(0, Math.min(MAX_ASKED, pace.maxBusy - busy)));
    if (asked.length === 0) return;
    const { leased, missed, others } = await leasing.claim(
      here,
      asked.map(({ wanted }) => wanted),
    );
    const ofCompany = Map.groupBy(asked, ({ wanted }) => wanted.companyId);
    const pendingFor = (wanted: Wanted, askAt = 0): Pending => {
      const before = ofCompany.get(wanted.companyId)?.map((one) => one.before);
      return { wanted, before: (before ?? asked.map((one) => one.before)).reduce(older), askAt };
    };
    for (const one of missed) book.want(pendingFor(one));
    // The times are whole periods: what comes within one is asked for together, and later than the other worker needs to read it.
    const later = (Math.floor(timing.now() / pace.tendEveryMs) + 2) * pace.tendEveryMs;
    for (const one of others) book.want(pendingFor(one, later));
    for (const lease of leased)
      driver.take(lease, pendingFor(ofCompany.get(lease.companyId)?.findLast(({ wanted }) => wanted.until)?.wanted ?? lease));
  }

  async function tend(here: S, now: Mark): Promise<void> {
    tendAt = timing.now() + pace.tendEveryMs;
    // What nobody has written needs no new mark, and each one wakes whatever waits for a write.
    const isSaving = timing.now() >= saveAt;
    if (isSaving) {
      saveAt = timing.now() + pace.tendEveryMs * IDLE_TENDS;
      await looking.saveMark(here, book.oldestOpen(now));
    }
    const limit = timing.now() - pace.keepIdleMs;
    const idle = book.held().filter((one) => one.state === "resting" && one.idleSince < limit);
    for (const one of idle) driver.advance(one, "given");
    if (idle.length > 0) {
      await leasing.releaseIdle(
        here,
        idle.map(({ lease }) => lease),
      );
    }
    // Whatever could not be given back, because it was locked or for a fault, is found here.
    await leasing.releaseOthers(
      here,
      book.held().map(({ lease }) => lease),
    );
    if (isSaving) await report?.(here);
  }

  poll.start();
  return {
    /** Takes no more work, waits for what is being done, and lets other workers go on at once. */
    async stop() {
      isOver = true;
      await poll.stop();
      await driver.finish();
      for (const one of book.held()) driver.advance(one, "given");
      if (session) await leasing.releaseOthers(session, []).catch(() => undefined);
      await session?.end();
    },
  };
}
