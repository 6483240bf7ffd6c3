import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { RunningWorker } from "../../src/platform/jobs/worker.ts";
import { sharedService } from "../service.ts";
import { askFor, createLab, jobsOf, numbered, until } from "./lab.ts";
import { measured, stopwatch, within } from "../measured.ts";

const lab = createLab({
  sleep: {},
  urgent: { priority: -1 },
  lined: { queue: ({ tag }) => tag.split(" ")[0] ?? "" },
  kept: { key: ({ tag }) => tag.split(" ")[0] ?? "", onRepeat: "keep" },
  replaced: { key: ({ tag }) => tag.split(" ")[0] ?? "", onRepeat: "replace" },
  quick: { attempts: 3, retryAfter: (attempt) => attempt * 100 },
  hopeless: { retryAfter: () => "give up" },
  limited: { timeLimitMs: 300, attempts: 1 },
});
const service = sharedService({ extraFeatures: [lab.feature] });

let worker: RunningWorker | undefined;
const work = async () => (worker ??= await service().app.startWorker());
async function rest(): Promise<void> {
  await worker?.stop();
  worker = undefined;
}
afterEach(rest);
after(rest);

const triesOf = (company: string) => lab.tries.filter((one) => one.company === company);
const tagsOf = (company: string) => triesOf(company).map((one) => one.tag);

test("a job exists exactly if the change that enqueued it was committed", async () => {
  const ada = await service().given.admin();
  await assert.rejects(askFor(ada, { tags: ["never"], then_refuse: true }), { code: "refused" });
  const company = await askFor(ada, { tags: ["one"] });
  await work();
  await until(() => lab.started("one"));
  await until(async () => (await jobsOf(service(), company)).length === 0);
  assert.deepEqual(tagsOf(company), ["one"]);
});

measured("a job starts within 0.3 s when the queue is empty", async () => {
  const ada = await service().given.admin();
  await work();
  const waited: number[] = [];
  for (const tag of numbered("idle", 10)) {
    const took = stopwatch();
    await askFor(ada, { tags: [tag] });
    await until(() => lab.started(tag));
    waited.push(Math.round(took()));
  }
  assert.ok(waited.toSorted((a, b) => a - b)[5]! < 300, waited.join(", "));
});

test("a job for another company is refused by the database", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  const company = await askFor(ada, { tags: [] });
  await assert.rejects(askFor(eve, { tags: ["planted"], company }), { code: "internal" });
  assert.deepEqual(await jobsOf(service(), company), []);
});

test("jobs of a company run by priority, then by time, and not before their time", async () => {
  const ada = await service().given.admin();
  await askFor(ada, { tags: ["later"], in_ms: 10 * MINUTE_MS });
  for (const tag of ["first", "second"]) await askFor(ada, { tags: [tag], ms: 50 });
  const company = await askFor(ada, { job: "urgent", tags: ["urgent"], ms: 50 });
  await work();
  await until(() => lab.started("second"));
  assert.deepEqual(tagsOf(company), ["urgent", "first", "second"]);
  service().clock.advance(10 * MINUTE_MS);
  await until(() => lab.started("later"));
});

test("jobs of one queue run one after the other, whichever worker takes them, and hold up no others", async () => {
  const ada = await service().given.admin();
  const tags = numbered("line", 12);
  const company = await askFor(ada, { job: "lined", tags, ms: 60 });
  await askFor(ada, { job: "lined", tags: ["other 0"], ms: 0 });
  await work();
  const second = await service().app.startWorker();
  try {
    await until(async () => (await jobsOf(service(), company)).length === 0);
  } finally {
    await second.stop();
  }
  const line = triesOf(company).filter((one) => one.tag.startsWith("line"));
  assert.deepEqual(
    line.map((one) => one.tag),
    tags,
  );
  for (const [at, one] of line.entries()) assert.ok(at === 0 || one.startedAt >= (line[at - 1]?.stoppedAt ?? Infinity));
  assert.ok(lab.started("other 0")! < line[3]!.startedAt, "a job of another queue goes ahead");
});

test("with a key the first request is kept or replaced, and never two wait", async () => {
  const ada = await service().given.admin();
  await askFor(ada, { job: "kept", tags: ["k one", "k two"], in_ms: SECOND_MS });
  const company = await askFor(ada, { job: "replaced", tags: ["r one", "r two", "s one"] });
  await work();
  service().clock.advance(2 * SECOND_MS);
  await until(async () => (await jobsOf(service(), company)).length === 0);
  assert.deepEqual(tagsOf(company).toSorted(), ["k one", "r two", "s one"]);
});

test("a job that is kept for a second request does not start before that request is saved", async () => {
  const ada = await service().given.admin();
  const company = await askFor(ada, { job: "kept", tags: ["hold one"] });
  const second = askFor(ada, { job: "kept", tags: ["hold two"], then_wait_ms: 1_000 });
  await until(
    async () =>
      (
        await service().database.query(
          "select from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()",
        )
      ).length > 0,
  );
  await work();
  await second;
  const startedAt = await until(() => lab.started("hold one"));
  const savedAt = lab.asked("hold two") ?? assert.fail("it was not asked for");
  assert.ok(startedAt >= savedAt, `started ${savedAt - startedAt} ms before`);
  await until(async () => (await jobsOf(service(), company)).length === 0);
});

test("a job that failed is tried again when its policy says, or not at all", async () => {
  const ada = await service().given.admin();
  const company = await askFor(ada, { job: "quick", tags: ["again"], fails: true });
  await work();
  await until(() => lab.givenUp.includes("again"));
  const times = triesOf(company).map((one) => one.startedAt);
  assert.equal(times.length, 3);
  assert.ok(times[1]! - times[0]! >= 90 && times[2]! - times[1]! >= 190, times.join());

  const hopeless = await askFor(await service().given.admin(), { job: "hopeless", tags: ["hopeless"], fails: true });
  await until(() => lab.givenUp.includes("hopeless"));
  assert.equal(triesOf(hopeless).length, 1);
});

test("a job that fails after it was asked for again leaves the work to the new request", async () => {
  const ada = await service().given.admin();
  const company = await askFor(ada, { job: "replaced", tags: ["same old"], ms: 500, fails: true });
  await work();
  await until(() => lab.started("same old"));
  await askFor(ada, { job: "replaced", tags: ["same new"], in_ms: SECOND_MS });
  await until(() => triesOf(company)[0]?.stoppedAt);
  const waiting = await until(async () => {
    const rows = await jobsOf(service(), company);
    return rows.every((row) => row["state"] !== "running") ? rows : undefined;
  });
  assert.deepEqual(
    waiting.map((row) => (row["payload"] as { tag: string }).tag),
    ["same new"],
  );
  service().clock.advance(2 * SECOND_MS);
  await until(async () => (await jobsOf(service(), company)).length === 0);
  assert.deepEqual(tagsOf(company), ["same old", "same new"]);
});

test("a job that was started while the connection was lost goes back to the queue", async () => {
  const ada = await service().given.admin();
  const company = await askFor(ada, { tags: ["unheard"], in_ms: MINUTE_MS });
  const { life } = await work();
  await service().database.query("update jobs set state = 'running', attempt = 1, worker = $2 where company_id = $1", [
    company,
    life()?.id,
  ]);
  await until(() => lab.started("unheard"));
  await until(async () => (await jobsOf(service(), company)).length === 0);
});

test("a job without a policy waits for seconds first and for hours in the end", async () => {
  const ada = await service().given.admin();
  const company = await askFor(ada, { tags: ["default"], fails: true });
  await work();
  const waits: number[] = [];
  for (let tried = 1; tried < 10; tried++) {
    const [job] = await until(async () => {
      const rows = await jobsOf(service(), company);
      return rows[0]?.["state"] === "scheduled" && rows[0]["attempt"] === tried ? rows : undefined;
    });
    waits.push((job!["run_at"] as Date).getTime() - service().clock.now().getTime());
    service().clock.advance(waits.at(-1)! + SECOND_MS);
  }
  await until(() => lab.givenUp.includes("default"));
  assert.ok(waits[0]! < 4 * SECOND_MS && waits[4]! > MINUTE_MS && waits[8]! > 90 * MINUTE_MS, waits.join());
  assert.equal(triesOf(company).length, 10);
});

test("a try that takes too long counts as failed, is aborted, and can make no further calls", async () => {
  const ada = await service().given.admin();
  const company = await askFor(ada, { job: "limited", tags: ["slow"], ms: 90_000 });
  await work();
  const [job] = await until(async () => {
    const rows = await jobsOf(service(), company);
    return rows[0]?.["state"] === "failed" ? rows : undefined;
  });
  assert.equal(job?.["last_error"], "It took longer than 0.3 seconds.");
  const [tried] = triesOf(company);
  assert.ok(tried && !tried.isDone && tried.stoppedAt! - tried.startedAt < within(2_000));
});
