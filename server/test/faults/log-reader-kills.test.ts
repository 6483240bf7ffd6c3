import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { newId } from "../../src/platform/random.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { sharedService } from "../service.ts";
import { handledIn, prepareHandled, startWriting } from "../subscriber.ts";

const EVENTS = Number(process.env["SUBSCRIBED_EVENTS"] ?? 1_500);
const KILLS = 5;
const COMPANIES = 10;
const SUBJECTS = 3;
const WORKER = join(import.meta.dirname, "log-reader-worker.ts");

const service = sharedService();
const workers: ChildProcess[] = [];
test.after(() => workers.forEach((worker) => worker.kill("SIGKILL")));

const startWorker = () => {
  const worker = spawn(process.execPath, ["--conditions=source", WORKER], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: service().database.url,
      BASE_URL: "http://localhost",
      KITH_SECRET: TEST_SECRET,
      LOG_LEVEL: "error",
    },
  });
  workers.push(worker);
};

async function killOldest(): Promise<void> {
  const worker = workers.shift();
  if (!worker) throw new Error("no worker runs");
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

test(
  `of two workers one is killed ${KILLS} times: ${EVENTS} events are handled, none is lost, each subject's in order`,
  { timeout: 300_000 },
  async (t) => {
    const { database } = service();
    await prepareHandled(database);
    const companies = Array.from({ length: COMPANIES }, () => newId());
    await database.query("insert into companies (id, name, created_at) select unnest($1::uuid[]), 'Company', now()", [companies]);
    startWorker();
    startWorker();
    const isRegistered = async () => (await database.query("select from log_subscribers where subscriber = 'test.updates'")).length > 0;
    while (!(await isRegistered())) await setTimeout(50);

    const writing = startWriting(database.url);
    t.after(() => writing.end());
    const subjects = companies.flatMap((company) => Array.from({ length: SUBJECTS }, () => ({ company, subject: newId() })));
    let kills = 0;
    for (let at = 0; at < EVENTS; at++) {
      const { company, subject } = subjects[at % subjects.length] ?? { company: "", subject: "" };
      await writing.write(company, subject, Math.floor(at / subjects.length));
      if (at >= ((kills + 1) * EVENTS) / (KILLS + 1)) {
        await setTimeout(Math.random() * 60); // anywhere inside a batch
        await killOldest();
        startWorker();
        kills++;
      }
    }
    const lastWritten = Date.now();
    for (const until = Date.now() + 120_000; (await handledIn(database, companies)).length < EVENTS && Date.now() < until;)
      await setTimeout(100);
    t.diagnostic(`the last event was handled ${Date.now() - lastWritten} ms after it was written, after ${kills} kills`);
    await setTimeout(1_500); // a lease of a dead worker is looked for each second: nothing comes twice

    const handled = await handledIn(database, companies);
    assert.equal(kills, KILLS);
    assert.ok(new Set(handled.map(({ worker }) => worker)).size > 2, "several workers had a part in it");
    for (const { company, subject } of subjects) {
      const own = handled.filter((one) => one.company_id === company && one.subject_id === subject).map(({ seq }) => seq);
      // Effects and place commit together: what the subscriber wrote is there exactly once, in the order of the events.
      assert.deepEqual(
        own,
        Array.from({ length: EVENTS / subjects.length }, (_, seq) => seq),
      );
    }
  },
);
