import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { checkFile, countsOf, readImport, untilImport } from "../import-file.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { sharedService } from "../service.ts";

const ROWS = Number(process.env["IMPORT_ROWS"] ?? 20_000);
const KILLS = 5;
const MAIN = join(import.meta.dirname, "../../src/main.ts");

let worker: ChildProcess | undefined;
test.after(() => worker?.kill("SIGKILL"));
const service = sharedService();

const startWorker = () =>
  spawn(process.execPath, ["--conditions=source", MAIN, "worker"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: service().database.url,
      BASE_URL: "http://localhost",
      KITH_SECRET: TEST_SECRET,
      LOG_LEVEL: "error",
      WORKER_PORT: "0",
    },
  });

async function killWorker(): Promise<void> {
  const ended = once(worker!, "exit");
  worker?.kill("SIGKILL");
  await ended;
}

test(`a worker killed ${KILLS} times imports ${ROWS} rows, each exactly once, and takes them back`, { timeout: 1_200_000 }, async () => {
  const ada = await service().given.admin();
  const lines = Array.from(
    { length: ROWS },
    (_, at) => `"Person ${at}, of many",${at % 100 === 99 ? "broken" : `p${at}@resume.example`},Utrecht`,
  );
  worker = startWorker();
  const file = `name,email,city\r\n${lines.join("\r\n")}\r\n`;
  const { id } = await checkFile(ada, "contact", file, { bad_cells: "refuse_row" });
  await ada.call("imports.start", { id });

  const killedAt: number[] = [];
  while (killedAt.length < KILLS) {
    const { rows, state } = await readImport(ada, id);
    assert.equal(state, "running");
    if (rows > (killedAt.at(-1) ?? 0) && rows >= (ROWS * killedAt.length) / (KILLS + 2)) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60)); // anywhere inside a batch
      await killWorker();
      killedAt.push((await readImport(ada, id)).rows);
      worker = startWorker();
    }
  }
  const done = await untilImport(ada, id, "done", "failed");

  const failed = Math.floor(ROWS / 100);
  assert.deepEqual(countsOf(done), { rows: ROWS, created: ROWS - failed, updated: 0, skipped: 0, failed });
  const [records] = await service().database.query(
    `select count(*)::int as records, count(distinct title)::int as titles, count(distinct data -> 'email')::int as emails from records where type_id in (select id from record_types where key = 'contact')`,
  );
  assert.deepEqual(records, { records: ROWS - failed, titles: ROWS - failed, emails: ROWS - failed });
  const [events] = await service().database.query(
    "select count(*)::int as events, count(distinct subject_id)::int as subjects, count(distinct operation_id)::int as operations from events where type = 'record.created'",
  );
  assert.deepEqual(events, { events: ROWS - failed, subjects: ROWS - failed, operations: 1 });
  const errors = await service().database.query("select row from import_errors order by row");
  assert.deepEqual(
    errors.map((error) => error["row"]),
    Array.from({ length: failed }, (_, at) => at * 100 + 101),
  );
  const [ended] = await service().database.query("select count(*)::int as count from events where type = 'import.finished'");
  assert.equal(ended?.["count"], 1);

  await ada.call("imports.undo", { id });
  while ((await readImport(ada, id)).restored === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await killWorker();
  worker = startWorker();
  const undone = await untilImport(ada, id, "undone", "failed");
  assert.deepEqual([undone.state, undone.restored, undone.kept], ["undone", ROWS - failed, 0]);
  const [left] = await service().database.query(
    "select count(*) filter (where deleted_at is null)::int as live, count(*) filter (where version = 2)::int as once from records where type_id in (select id from record_types where key = 'contact')",
  );
  assert.deepEqual(left, { live: 0, once: ROWS - failed });
});

test("a worker killed between saving rows and noting them creates none of them twice", { timeout: 120_000 }, async (t) => {
  const ada = await service().given.admin();
  const lines = Array.from({ length: 50 }, (_, at) => `Between ${at},${at === 49 ? "broken" : `between${at}@resume.example`}`);
  worker ??= startWorker();
  const { id } = await checkFile(ada, "contact", `name,email\r\n${lines.join("\r\n")}\r\n`, { bad_cells: "refuse_row" });
  await killWorker();
  await ada.call("imports.start", { id });

  // The refused rows are noted after the others were saved: there the worker waits for this lock.
  const holder = new Client({ connectionString: service().database.url });
  await holder.connect();
  t.after(() => holder.end());
  await holder.query("begin");
  await holder.query("lock table import_errors in share row exclusive mode");
  worker = startWorker();
  const isWaiting = async () =>
    (await service().database.query("select from pg_locks where relation = 'import_errors'::regclass and not granted")).length > 0;
  while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
  await killWorker();
  await holder.query("commit");
  worker = startWorker();

  assert.deepEqual(countsOf(await untilImport(ada, id, "done", "failed")), { rows: 50, created: 49, updated: 0, skipped: 0, failed: 1 });
  const [records] = await service().database.query(
    "select count(*)::int as records, count(distinct title)::int as titles from records where title like 'Between %'",
  );
  assert.deepEqual(records, { records: 49, titles: 49 });
});
