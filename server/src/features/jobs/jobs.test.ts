import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RunningWorker } from "../../platform/jobs/worker.ts";
import { askFor, createLab, until } from "../../../test/jobs/lab.ts";
import { sharedService } from "../../../test/service.ts";

const lab = createLab({
  sleep: { attempts: 2, retryAfter: () => 10, subject: ({ tag }) => `lab_${tag}`, key: ({ tag }) => tag },
  final: { attempts: 1, canRetry: false },
});
const service = sharedService({ extraFeatures: [lab.feature] });
let worker: RunningWorker | undefined;
after(() => worker?.stop());

const failedOf = async (person: Awaited<ReturnType<ReturnType<typeof service>["given"]["admin"]>>) =>
  (await person.call("jobs.listFailed", {})).items;

test("a job that was given up is seen by the Admin of its company: what, about what, why, how often and when", async () => {
  worker ??= await service().app.startWorker();
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  await askFor(ada, { tags: ["seen"], fails: true });
  const job = await until(async () => (await failedOf(ada))[0]);
  const { id, created_at: created, failed_at: failed, ...rest } = job;
  assert.match(id, /^job_/);
  assert.ok(failed >= created);
  assert.deepEqual(rest, {
    name: "lab.sleep",
    label: "Lab sleep",
    subject: "lab_seen",
    reason: "The lab was told to fail seen.",
    attempts: 2,
    can_retry: true,
  });
  assert.deepEqual(await failedOf(eve), []);
  await assert.rejects(eve.call("jobs.retry", { id }), { code: "not_found" });
  const { items } = await ada.call("events.list", { type: "job.failed" });
  assert.deepEqual(
    items.map((event) => [event.subject.id, event.data]),
    [[id, { name: "Lab sleep", job: "lab.sleep", about: "lab_seen", reason: "The lab was told to fail seen.", attempts: 2 }]],
  );

  const { key } = await ada.key();
  const listed = await service().rest(key, "GET", "/jobs/failed");
  assert.deepEqual(((await listed.json()) as { items: unknown[] }).items, [job]);
});

test("a job that was given up is tried again when an Admin says so", async () => {
  worker ??= await service().app.startWorker();
  const ada = await service().given.admin();
  const company = await askFor(ada, { tags: ["again"], fails: true });
  const id = await until(async () => (await failedOf(ada))[0]?.id);
  const tries = () => lab.tries.filter((one) => one.tag === "again").length;
  assert.equal(tries(), 2);

  // What made it fail is mended.
  await service().database.query("update jobs set payload = payload || '{\"fails\": false}' where company_id = $1", [company]);
  assert.equal((await service().rest((await ada.key()).key, "POST", `/jobs/${id}/attempts`)).status, 202);
  await until(() => tries() === 3);
  await until(async () => (await service().database.query("select from jobs where company_id = $1", [company])).length === 0);
  assert.equal((await ada.call("events.list", { type: "job.retried" })).items.length, 1);
  await assert.rejects(ada.call("jobs.retry", { id }), { code: "not_found" });
});

test("what has to be started anew, and what waits already, is not tried again", async () => {
  worker ??= await service().app.startWorker();
  const ada = await service().given.admin();
  await askFor(ada, { job: "final", tags: ["over"], fails: true });
  const over = await until(async () => (await failedOf(ada))[0]);
  assert.equal(over.can_retry, false);
  await assert.rejects(ada.call("jobs.retry", { id: over.id }), { code: "job_is_over" });

  await askFor(ada, { tags: ["twice"], fails: true });
  const twice = await until(async () => (await failedOf(ada)).find((one) => one.subject === "lab_twice"));
  await askFor(ada, { tags: ["twice"], in_ms: 60_000 });
  await assert.rejects(ada.call("jobs.retry", { id: twice.id }), { code: "job_waiting" });
});

test("an error that is not meant to be read is not shown", async () => {
  worker ??= await service().app.startWorker();
  const ada = await service().given.admin();
  const company = await askFor(ada, { job: "final", tags: ["x"], in_ms: 60_000 });
  const broken =
    "update jobs set payload = jsonb_build_object('company', company_id, 'tag', 'hunter2'), run_at = now() where company_id = $1";
  await service().database.query(broken, [company]);
  const job = await until(async () => (await failedOf(ada))[0]);
  assert.equal(job.reason, "Something went wrong on our side.");
});
