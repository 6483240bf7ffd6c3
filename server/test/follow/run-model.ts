import { AppError } from "../../src/kernel/errors.ts";
import type { Lease, Pace, Session, Turn } from "../../src/platform/follow/client.ts";
import { startFollowing } from "../../src/platform/follow/follow.ts";
import { createStorage, type ModelBatch, type ModelResult, type Planted, type Row } from "./model-storage.ts";
import { FAULTS_MS, type Scenario } from "./scenario.ts";
import { createChance, createSimulatedTime } from "./simulated-time.ts";

/** Once nothing goes wrong any more, everything arrives within this time. */
const PROMISE_MS = 12_000;
/** And while nothing goes wrong. */
const QUIET_PROMISE_MS = 5_000;
const LOCK_TIMEOUT_MS = 1_000;
const pace = (isSubscriptions: boolean): Pace => ({
  lookEveryMs: 400,
  dueEveryMs: 800,
  tendEveryMs: 2_000,
  keepIdleMs: 6_000,
  turns: 2,
  maxBusy: isSubscriptions ? 2 : Infinity,
  turnMs: 100,
  recordTries: 2,
  recordAgainMs: 500,
});

const unavailable = () => new AppError(503, "database_unavailable", "The database is away.");

/** Runs workers through a scenario, and answers what went wrong that must not. */
export async function runModel(scenario: Scenario, planted: Planted = {}): Promise<string[]> {
  const time = createSimulatedTime();
  const chance = createChance(scenario.seed);
  const storage = createStorage(scenario, planted, time.now);
  const { rows, faults } = storage;
  let outageUntil = 0;

  interface Worker {
    frozenUntil: number;
    isOver: boolean;
    isKilled: boolean;
    session: string;
    following: { stop(): Promise<void> };
  }

  /** What happens in a worker waits while it is frozen, and never comes once it is killed. */
  function resume(worker: Worker, run: () => void): void {
    if (worker.isKilled) return;
    if (worker.frozenUntil > time.now()) time.plan(worker.frozenUntil, () => resume(worker, run));
    else run();
  }

  /** A call to the database. It may take a moment, and is done there whatever becomes of the worker. */
  function call<Answer>(
    worker: Worker,
    run: () => Answer,
    { session, locks, maxMs = 50 }: { session?: string; locks?: Row; maxMs?: number } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const finish = () => {
        try {
          if (outageUntil > time.now() && session) storage.living.delete(session);
          if (outageUntil > time.now() || (session && !storage.living.has(session))) throw unavailable();
          if (locks && locks.lockedUntil > time.now()) throw new AppError(503, "busy", "The row is locked.");
          const answer = run();
          const way = delay > 0 ? chance() * maxMs : 0;
          if (way === 0) resume(worker, () => resolve(answer));
          else time.plan(time.now() + way, () => resume(worker, () => resolve(answer)));
        } catch (error) {
          resume(worker, () => reject(error));
        }
      };
      const waits = locks && locks.lockedUntil > time.now() ? Math.min(LOCK_TIMEOUT_MS, locks.lockedUntil - time.now()) : 0;
      const delay = waits + (chance() < 0.5 ? 0 : chance() * maxMs);
      if (delay === 0) finish();
      else time.plan(time.now() + delay, finish);
    });
  }

  async function send(worker: Worker, lease: Lease, batch: ModelBatch, turn: Turn): Promise<ModelResult> {
    const row = storage.rowOf(lease);
    // What a subscription does is done in the transaction that records it.
    if (scenario.isSubscriptions) return { sent: batch.messages.length, failed: null, place: batch.after, hasMore: batch.hasMore };
    let sent = 0;
    for (const message of batch.messages) {
      if (sent > 0 && turn.isStopping()) return { sent, failed: null, place: message, hasMore: true };
      await new Promise<void>((done) => time.plan(time.now() + 5 + chance() * 200, () => resume(worker, done)));
      if (row.endpointFailsUntil > time.now()) return { sent, failed: message, place: Math.max(row.place, message + 1), hasMore: true };
      storage.arrive(row, message);
      sent++;
    }
    return { sent, failed: null, place: batch.after, hasMore: batch.hasMore };
  }

  /** Those that wait for a write learn of it a moment later. One is not told: it looks by itself. */
  const listeners = new Set<() => void>();
  function write(companyId: string, isWanted: boolean): void {
    storage.write(companyId, isWanted);
    for (const run of listeners) if (chance() < 0.8) time.plan(time.now() + chance() * 400, run);
  }

  let opened = 0;
  function startWorker(): Worker {
    const worker: Worker = { frozenUntil: 0, isOver: false, isKilled: false, session: "", following: { stop: async () => undefined } };
    const inSession = <Answer>({ leaseName }: Session, run: () => Answer, locks?: Row) =>
      call(worker, run, locks ? { session: leaseName, locks } : { session: leaseName });
    worker.following = startFollowing<Session, ModelBatch, ModelResult>({
      name: "the model",
      pace: pace(scenario.isSubscriptions),
      timing: {
        now: time.now,
        after(ms, run) {
          let isCancelled = false;
          time.plan(time.now() + ms, () => resume(worker, () => void (isCancelled || run())));
          return () => (isCancelled = true);
        },
      },
      commits: {
        onCommit(run) {
          const wake = () => resume(worker, run);
          listeners.add(wake);
          return () => void listeners.delete(wake);
        },
      },
      log: {
        warn(details: { err?: unknown }) {
          if (details.err instanceof Error && details.err.message.includes("cannot meet")) faults.push(details.err.message);
        },
      },
      looking: {
        open: () =>
          call(worker, () => {
            const leaseName = (worker.session = `s${++opened}`);
            storage.living.add(leaseName);
            // A connection that is lost is noticed at once, or by the next call.
            const isNoticed = chance() < 0.5;
            return {
              leaseName,
              get isLost() {
                return isNoticed && !storage.living.has(leaseName);
              },
              end: async () => void storage.living.delete(leaseName),
            };
          }),
        readMark: (session) => inSession(session, storage.readMark),
        saveMark: (session, mark) => inSession(session, () => storage.saveMark(mark)),
        findNews: (after) => call(worker, () => storage.findNews(after)),
        wantedFor: storage.wantedFor,
        findDue: (session) => inSession(session, () => storage.findDue(session.leaseName)),
      },
      leasing: {
        claim: (session, wanted) => inSession(session, () => storage.claim(session.leaseName, wanted)),
        releaseIdle: (session, leases) => inSession(session, () => storage.releaseIdle(session.leaseName, leases)),
        releaseOthers: (session, kept) => inSession(session, () => storage.releaseOthers(session.leaseName, kept)),
        giveBack: (session, lease) => inSession(session, () => storage.giveBack(session.leaseName, lease)),
      },
      work: {
        read: (lease) => call(worker, () => storage.read(lease), { maxMs: 400 }),
        send: (lease, batch, turn) => send(worker, lease, batch, turn),
        record: (lease, result) => {
          const row = storage.rowOf(lease);
          const [from, events] = [row.place, wantedBetween(row, result.place)];
          return call(
            worker,
            () => {
              const outcome = storage.record(lease, result);
              // What a subscription writes commits with its place.
              if (scenario.isSubscriptions && row.place >= from) for (const event of events) storage.arrive(row, event);
              return outcome;
            },
            { locks: row, maxMs: 400 },
          );
        },
      },
    });
    return worker;
  }
  const wantedBetween = (row: Row, until: number) => storage.missing(row).filter((event) => event >= row.place && event < until);

  const workers = Array.from({ length: scenario.workers }, startWorker);
  const stopping: { isDone: boolean }[] = [];
  function stop(worker: Worker): void {
    const stopped = { isDone: false };
    stopping.push(stopped);
    void worker.following.stop().then(() => (stopped.isDone = true));
  }

  for (const { at, company, isWanted } of scenario.events) time.plan(at, () => write(`c${company % scenario.companies}`, isWanted));
  if (scenario.faults.length === 0) for (const { at } of scenario.events) time.plan(at + QUIET_PROMISE_MS, () => checkArrived(at));
  for (const fault of scenario.faults) {
    time.plan(fault.at, () => {
      const until = "ms" in fault ? fault.at + fault.ms : 0;
      const row = rows[("follower" in fault ? fault.follower : 0) % rows.length] as Row;
      const slot = ("worker" in fault ? fault.worker : 0) % workers.length;
      const worker = workers[slot] as Worker;
      if (fault.kind === "locked") row.lockedUntil = Math.max(row.lockedUntil, until);
      if (fault.kind === "refused") row.refusedUntil = Math.max(row.refusedUntil, until);
      if (fault.kind === "endpoint") row.endpointFailsUntil = Math.max(row.endpointFailsUntil, until);
      if (fault.kind === "outage") outageUntil = Math.max(outageUntil, until);
      if (fault.kind === "frozen") worker.frozenUntil = Math.max(worker.frozenUntil, until);
      if (fault.kind === "cut" || (fault.kind === "frozen" && fault.isCut)) storage.living.delete(worker.session);
      if (fault.kind !== "restart" || worker.isOver) return;
      worker.isOver = true;
      time.plan(until, () => workers.splice(slot, 1, startWorker()));
      if (!fault.isKilled) return stop(worker);
      worker.isKilled = true;
      storage.living.delete(worker.session);
    });
  }

  function checkArrived(writtenUntil: number): void {
    for (const row of rows) {
      const missing = storage.missing(row).filter((event) => storage.writtenAt(event) <= writtenUntil);
      if (missing.length > 0) faults.push(`${row.key} is stuck: ${missing.join(", ")} did not arrive`);
    }
  }

  await time.passUntil(FAULTS_MS + PROMISE_MS);
  checkArrived(Infinity);
  // A lease is kept for a while, and given back by one of the next looks.
  await time.passUntil(FAULTS_MS + PROMISE_MS + 12_000);
  for (const row of rows) if (row.leaseBy !== null) faults.push(`${row.key} is leased and not worked on`);
  for (const worker of workers) stop(worker);
  await time.passUntil(FAULTS_MS + PROMISE_MS + 15_000);
  if (stopping.some(({ isDone }) => !isDone)) faults.push("a worker did not stop");
  return faults;
}
