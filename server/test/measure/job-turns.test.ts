import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunningWorker } from "../../src/platform/jobs/worker.ts";
import { inService, type Person, type Service } from "../service.ts";
import { askFor, createLab, median, numbered, until, type Lab } from "../jobs/lab.ts";

const SAMPLES = 20;
const SLOW_MS = 3_000;
const LIMIT_MS = 2_000;
const TIMEOUT_MS = 4_000;

async function withWorker(lab: Lab, run: (service: Service) => Promise<void>): Promise<void> {
  await inService(
    async (service) => {
      const worker: RunningWorker = await service.app.startWorker();
      try {
        await run(service);
      } finally {
        await worker.stop();
      }
    },
    { extraFeatures: [lab.feature] },
  )({} as never);
}

/** How long somebody's jobs wait until they start, one after the other. */
async function waits(lab: Lab, person: Person): Promise<number[]> {
  const waited: number[] = [];
  for (const tag of numbered(person.userId, SAMPLES)) {
    const askedAt = Date.now();
    await askFor(person, { tags: [tag] });
    const startedAt = await until(() => lab.started(tag), TIMEOUT_MS).catch(() => Date.now());
    waited.push(startedAt - askedAt);
  }
  return waited;
}

const summed = (values: number[]) => `median ${median(values)} ms, longest ${Math.max(...values)} ms`;

test("with 200 slow jobs of one company queued, another company's job starts within 2 s (median of 20)", async (t) => {
  const lab = createLab();
  await withWorker(lab, async (service) => {
    const [busy, other] = [await service.given.admin(), await service.given.admin()];
    await askFor(busy, { tags: numbered("slow", 200), ms: SLOW_MS });
    await until(() => lab.started("slow 0"));

    const waited = await waits(lab, other);
    t.diagnostic(`one busy company: ${summed(waited)}`);
    assert.ok(median(waited) < LIMIT_MS, summed(waited));
  });
});

test("with 200 slow jobs of each of three companies queued, a fourth one's job starts within 2 s (median of 20)", async (t) => {
  const lab = createLab();
  await withWorker(lab, async (service) => {
    for (const name of ["a", "b", "c"]) {
      await askFor(await service.given.admin(), { tags: numbered(name, 200), ms: SLOW_MS });
      await until(() => lab.started(`${name} 0`), 40_000);
    }
    const waited = await waits(lab, await service.given.admin());
    t.diagnostic(`three busy companies: ${summed(waited)}`);
    assert.ok(median(waited) < LIMIT_MS, summed(waited));
  });
});

test("40 changes of a type by one company do not delay another company's export", async (t) => {
  const lab = createLab();
  await withWorker(lab, async (service) => {
    const [busy, other] = [await service.given.admin(), await service.given.admin()];
    for (let at = 0; at < 40; at++) await busy.call("types.update", { type: "deal", amount_field: at % 2 === 0 ? null : "amount" });

    const askedAt = Date.now();
    const { id } = await other.call("exports.create", { type: "deal" });
    await until(async () => (await other.call("exports.get", { id })).state === "done", 100_000);
    const took = Date.now() - askedAt;
    t.diagnostic(`the export took ${took} ms`);
    assert.ok(took < LIMIT_MS, `${took} ms`);
  });
});
