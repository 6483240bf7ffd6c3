import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { killableWorkers, overlaps } from "../jobs/killable-workers.ts";
import { askFor, createLab, jobsOf, median, numbered, prepareWrites, until, writesIn } from "../jobs/lab.ts";
import { inService, type Person } from "../service.ts";

// Workers that never live long enough to see another one dead, and workers that hang: their jobs are taken over all the same.
const KILL_EVERY_MS = 3_000;
const KILLS = 20;
const MAX_TAKEOVER_MS = 15_000;
const FROZEN_MS = 25_000;
const LONG_MS = 240_000;

test("a worker is killed every 3 s for a minute: what each of them did is taken over within 15 s", { timeout: LONG_MS }, (t) => {
  const lab = createLab();
  return inService(
    async (service) => {
      const workers = killableWorkers(service.database.url, t);
      const people: Person[] = [];
      for (let at = 0; at < 4; at++) people.push(await service.given.admin());
      const children: ChildProcess[] = [workers.start(), workers.start(), workers.start()];
      const companies = new Set<string>();
      const cut: { tag: string; at: number }[] = [];
      const tags: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        for (const [at, person] of people.entries()) {
          const own = numbered(`company ${at} kill ${kill} job`, 2);
          tags.push(...own);
          companies.add(await askFor(person, { tags: own, ms: 2_500 }));
        }
        await sleep(KILL_EVERY_MS);
        const busy = children.find((child) => workers.runningOn(child).length > 0) ?? children[0];
        if (!busy) throw new Error("no worker is left");
        children.splice(children.indexOf(busy), 1);
        for (const { tag, stoppedAt } of await workers.kill(busy)) cut.push({ tag, at: stoppedAt ?? Number.NaN });
        children.push(workers.start());
      }
      await until(
        async () => (await Promise.all([...companies].map((one) => jobsOf(service, one)))).every((rows) => rows.length === 0),
        90_000,
      );
      const tries = workers.tries();
      const waits = cut.map(
        ({ tag, at }) => Math.min(...tries.filter((one) => one.tag === tag && one.startedAt > at).map((one) => one.startedAt)) - at,
      );
      t.diagnostic(
        `${KILLS} kills cut ${cut.length} jobs; taken over after ${median(waits)} ms (median), ${Math.max(...waits)} ms (longest)`,
      );
      assert.ok(cut.length >= KILLS / 2, `only ${cut.length} jobs were cut`);
      assert.deepEqual(overlaps(tries, Infinity), []);
      assert.deepEqual([...new Set(tries.filter((one) => one.isDone).map((one) => one.tag))].toSorted(), tags.toSorted());
      assert.ok(Math.max(...waits) <= MAX_TAKEOVER_MS, `the longest took ${Math.max(...waits)} ms`);
    },
    { extraFeatures: [lab.feature] },
  )({} as never);
});

test("a worker that hangs for 25 s loses its jobs to another one, and writes nothing when it goes on", { timeout: LONG_MS }, (t) => {
  const lab = createLab();
  return inService(
    async (service) => {
      const workers = killableWorkers(service.database.url, t);
      await prepareWrites(service);
      const frozen = workers.start();
      const people = [await service.given.admin(), await service.given.admin()];
      const tags: string[] = [];
      const companies: string[] = [];
      for (const [at, person] of people.entries()) {
        const own = numbered(`company ${at} job`, 3);
        tags.push(...own);
        companies.push(await askFor(person, { tags: own, ms: 4_000, writes: true }));
      }
      const held = await until(() => (workers.runningOn(frozen).length >= 5 ? workers.runningOn(frozen) : undefined));
      frozen.kill("SIGSTOP");
      const frozenAt = Date.now();
      workers.start();
      try {
        const isTakenOver = (tag: string) => workers.tries().some((one) => one.tag === tag && one.pid !== frozen.pid);
        await until(() => held.every(({ tag }) => isTakenOver(tag)), FROZEN_MS);
        t.diagnostic(`${held.length} of ${held.length} jobs of the frozen worker were begun by another after ${Date.now() - frozenAt} ms`);
        await sleep(Math.max(0, FROZEN_MS - (Date.now() - frozenAt)));
      } finally {
        frozen.kill("SIGCONT");
      }
      await until(() => workers.runningOn(frozen).length === 0);
      const late = workers.tries().filter((one) => one.pid === frozen.pid && one.isDone && (one.stoppedAt ?? 0) > frozenAt);
      assert.deepEqual(late, [], "the worker that woke up wrote something");
      await until(async () => (await Promise.all(companies.map((one) => jobsOf(service, one)))).every((rows) => rows.length === 0));
      assert.deepEqual(
        workers
          .tries()
          .filter((one) => one.isDone)
          .map((one) => one.tag)
          .toSorted(),
        tags.toSorted(),
        "each is done once",
      );
      const written = await writesIn(service);
      assert.deepEqual(written.map(({ tag }) => tag).toSorted(), tags.toSorted(), "each is written once");
      const lateWrites = written.filter(({ pid, at }) => pid === frozen.pid && at.getTime() > frozenAt);
      t.diagnostic(`${written.length} writes, ${lateWrites.length} of them by the worker that hung after it hung`);
      assert.deepEqual(lateWrites, []);
    },
    { extraFeatures: [lab.feature] },
  )({} as never);
});
