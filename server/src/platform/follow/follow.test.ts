import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulatedTime } from "../../../test/follow/simulated-time.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Lease, Outcome, Pace, Session, Turn } from "./client.ts";
import { startFollowing } from "./follow.ts";

const PACE: Pace = {
  lookEveryMs: 100,
  dueEveryMs: 200,
  tendEveryMs: 2_000,
  keepIdleMs: 5_000,
  turns: 1,
  maxBusy: Infinity,
  turnMs: 100,
  recordTries: 3,
  recordAgainMs: 500,
};
const AGAIN_MS = 1_000;

interface Does {
  record?(): Outcome;
  /** Until then another worker has all leases, and has not read so far. */
  othersUntil?: number;
  send?(lease: Lease, turn: Turn): Promise<void>;
}

/** A worker with followers of these companies, each of which is due once. Notes what it does, and when. */
function startWorker(companies: string[], { record = () => ({ next: "idle" }), othersUntil = 0, send = async () => undefined }: Does) {
  const time = createSimulatedTime();
  const notes: string[] = [];
  let isStopping = false;
  const dueAt = new Map(companies.map((_, at) => [`f${at}`, 0]));
  const note = (what: string) => notes.push(`${time.now()} ${what}`);
  const wantedOf = (key: string) => ({ key, companyId: companies[Number(key.slice(1))] ?? "" });
  const following = startFollowing<Session, string, string>({
    name: "a test",
    pace: PACE,
    timing: {
      now: time.now,
      after(ms, run) {
        let isCancelled = false;
        time.plan(time.now() + ms, () => void (isCancelled || run()));
        return () => (isCancelled = true);
      },
    },
    log: { warn: () => undefined },
    looking: {
      open: async () => ({ leaseName: "me", isLost: false, end: async () => undefined }),
      readMark: async () => ({ snapshot: "0", at: new Date(0) }),
      saveMark: async () => undefined,
      findNews: async () => ({ snapshot: "0", at: new Date(time.now()), companies: new Map() }),
      wantedFor: () => [],
      findDue: async () => [...dueAt].filter(([, at]) => at <= time.now()).map(([key]) => wantedOf(key)),
    },
    leasing: {
      async claim(_, wanted) {
        for (const { key } of wanted) dueAt.delete(key);
        if (time.now() < othersUntil) {
          note(`ask for ${wanted.length}`);
          return { leased: [], missed: [], others: wanted };
        }
        return { leased: wanted.map((one) => ({ ...one, leaseBy: "me" })), missed: [], others: [] };
      },
      releaseIdle: async (_, leases) => leases.forEach(({ key }) => note(`release ${key}`)),
      releaseOthers: async (_, kept) => void (kept.length === 0 && isStopping && note("release all")),
      async giveBack(_, { key }) {
        note(`give back ${key}`);
        dueAt.set(key, time.now() + AGAIN_MS);
      },
    },
    work: {
      async read({ key }) {
        note(`read ${key}`);
        return key;
      },
      async send(lease, batch, turn) {
        await send(lease, turn);
        return batch;
      },
      async record() {
        return record();
      },
    },
  });
  const sleep = (ms: number) => new Promise<void>((done) => time.plan(time.now() + ms, done));
  const stop = () => {
    isStopping = true;
    return following.stop();
  };
  return { time, notes, stop, sleep };
}

test("a batch that moves neither the place nor the time of the next look ends the lease, and is tried again after a wait", async () => {
  const { time, notes } = startWorker(["a"], { record: () => ({ next: "more", hasMoved: false }) });
  await time.passUntil(2_500);
  assert.deepEqual(notes, ["0 read f0", "0 give back f0", "1000 read f0", "1000 give back f0", "2000 read f0", "2000 give back f0"]);
});

test("what cannot be written down for a moment is tried again without being read or sent again", async () => {
  let tries = 0;
  const { time, notes } = startWorker(["a"], {
    record() {
      if (++tries < PACE.recordTries) throw new AppError(503, "busy", "The row is locked.");
      return { next: "idle" };
    },
  });
  await time.passUntil(4_000);
  assert.equal(tries, PACE.recordTries);
  assert.deepEqual(notes, ["0 read f0"]);
});

test("companies have their turns one after the other, however many followers one of them has", async () => {
  const worker = startWorker(["a", "a", "a", "b"], { send: () => worker.sleep(50) });
  await worker.time.passUntil(1_000);
  assert.deepEqual(worker.notes, ["0 read f0", "50 read f1", "100 read f3", "150 read f2"]);
});

test("one that sends for long lets another one begin beside it", async () => {
  const worker = startWorker(["a", "b"], { send: () => worker.sleep(900) });
  await worker.time.passUntil(1_000);
  assert.deepEqual(worker.notes, ["0 read f0", "100 read f1"]);
});

test("a lease is kept for a while after its last batch, then given back", async () => {
  const { time, notes } = startWorker(["a"], {});
  await time.passUntil(9_000);
  assert.deepEqual(notes, ["0 read f0", "6000 release f0"]);
});

test("a worker that stops waits for what it sends, and gives every lease back", async () => {
  const worker = startWorker(["a", "b"], { send: () => worker.sleep(300) });
  await worker.time.passUntil(50);
  const stopping = worker.stop();
  await worker.time.passUntil(1_000);
  await stopping;
  assert.deepEqual(worker.notes, ["0 read f0", "300 release all"]);
});

test("what another worker has is asked for again, now and then, until that one has read so far: it may give the lease back and die", async () => {
  const { time, notes } = startWorker(["a", "b"], { othersUntil: 5_000 });
  await time.passUntil(9_000);
  assert.deepEqual(notes, ["0 ask for 2", "4000 ask for 2", "8000 read f0", "8000 read f1"]);
});
