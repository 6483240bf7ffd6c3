import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { killableWorkers, overlaps } from "../jobs/killable-workers.ts";
import { askFor, createLab, jobsOf, numbered, until } from "../jobs/lab.ts";
import { inService, type Service } from "../service.ts";

// Workers lose their connection, hang or are killed while jobs run: no job is lost, and none runs twice at the same time.
const COMPANIES = 4;
const JOBS_EACH = 6;
const NOTICED_MS = 5_000;
const LONG_MS = 120_000;

async function fill(service: Service, ms: number): Promise<{ companies: string[]; tags: string[] }> {
  const companies: string[] = [];
  const tags: string[] = [];
  for (let at = 0; at < COMPANIES; at++) {
    const own = numbered(`company ${at} job`, JOBS_EACH);
    companies.push(await askFor(await service.given.admin(), { tags: own, ms }));
    tags.push(...own);
  }
  return { companies, tags };
}

const allDone = async (service: Service, companies: string[]) =>
  (await Promise.all(companies.map((company) => jobsOf(service, company)))).every((rows) => rows.length === 0);

const lifeLines = (service: Service) =>
  service.database.query(
    "select pid from pg_stat_activity where application_name = 'kith_worker_life' and datname = current_database() order by backend_start",
  );

for (const how of ["is cut", "falls silent"] as const) {
  test(`a worker whose lock connection ${how} stops within 5 s, before other workers take its jobs`, { timeout: LONG_MS }, async () => {
    const lab = createLab();
    await inService(
      async (service) => {
        let silenced: number | undefined;
        const workers = [await service.app.startWorker(), await service.app.startWorker()];
        try {
          const before = workers.map((worker) => worker.life()?.id);
          const { companies, tags } = await fill(service, 7_000);
          await until(() => lab.tries.length >= 12);
          const [line] = await lifeLines(service);
          const pid = Number(line?.["pid"]);
          const cutAt = Date.now();
          if (how === "falls silent") silenced = pid;
          if (how === "is cut") await service.database.query("select pg_terminate_backend($1)", [pid]);
          else process.kill(pid, "SIGSTOP");
          await until(() => workers[0]?.life()?.isAlive() !== true || workers[0].life()?.id !== before[0]);
          const stopped = await until(() => {
            const aborted = lab.tries.filter((one) => !one.isDone && one.stoppedAt !== undefined);
            return aborted.length > 0 ? aborted : undefined;
          });
          assert.ok(Math.max(...stopped.map((one) => one.stoppedAt ?? 0)) - cutAt < NOTICED_MS);
          if (how === "falls silent") {
            await sleep(2_000);
            process.kill(pid, "SIGCONT");
            silenced = undefined;
          }

          await until(() => allDone(service, companies), 60_000);
          assert.deepEqual(overlaps(lab.tries, Date.now()), []);
          const repeated = lab.tries.filter((one) => stopped.some((other) => other.tag === one.tag && other !== one));
          assert.equal(repeated.length, stopped.length);
          for (const one of repeated) assert.ok(one.startedAt - cutAt > 9_000, `given away after ${one.startedAt - cutAt} ms`);
          assert.deepEqual(
            lab.tries
              .filter((one) => one.isDone)
              .map((one) => one.tag)
              .toSorted(),
            tags.toSorted(),
          );
          const now = workers.map((worker) => worker.life()?.id);
          assert.equal(now[1], before[1]);
          assert.ok(now[0] && now[0] !== before[0], "it goes on under a new id");
        } finally {
          if (silenced) process.kill(silenced, "SIGCONT");
          for (const worker of workers) await worker.stop();
        }
      },
      { extraFeatures: [lab.feature] },
    )({} as never);
  });
}

test("workers that are killed lose no job, and none runs twice at the same time", { timeout: LONG_MS }, (t) => {
  const lab = createLab();
  return inService(
    async (service) => {
      const workers = killableWorkers(service.database.url, t);
      let children = [workers.start(), workers.start()];
      const { companies, tags } = await fill(service, 1_500);
      for (let kill = 0; kill < 2; kill++) {
        await until(() => workers.tries().some((one) => one.stoppedAt === undefined), 30_000);
        const [victim, survivor] = children as [ChildProcess, ChildProcess];
        await workers.kill(victim);
        children = [survivor, workers.start()];
      }
      await until(() => allDone(service, companies), 60_000);
      const all = workers.tries();
      assert.deepEqual(overlaps(all, Infinity), []);
      assert.deepEqual([...new Set(all.filter((one) => one.isDone).map((one) => one.tag))].toSorted(), tags.toSorted());
    },
    { extraFeatures: [lab.feature] },
  )({} as never);
});
