import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBinaries, startPostgres } from "../scripts/postgres.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { checkFile, untilImport } from "../server/test/import-file.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { cloneDatabase, startService } from "../server/test/service.ts";

// The speed of an import, compared with COPY of the same rows into the same tables with the same indexes.
const ROWS = Number(process.env["ROWS"] ?? 100_000);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const BASE = [
  "companies",
  "users",
  "record_types",
  "fields",
  "records where type_id = (select id from record_types where key = 'organization')",
];
const WRITTEN = [
  "records where type_id = (select id from record_types where key = 'contact')",
  "record_identifiers",
  "record_links",
  "events where type = 'record.created' and operation = 'imports.step'",
];
const psqlProgram = join(findBinaries(), "psql");
const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
chmodSync(folder, 0o755);
const say = (text: string) => process.stdout.write(`${text}\n`);
const rate = (ms: number) => `${Math.round(ms)} ms, ${Math.round(ROWS / (ms / 1_000))} rows/s`;

const cluster = await startPostgres({ isDurable: true, settings: { shared_buffers: "512MB", max_wal_size: "4GB" } });
try {
  await migrate(cluster.url, TEST_SECRET);
  process.env["TEST_CLUSTER"] = cluster.url;
  process.env["TEST_SUPERUSER"] = cluster.superuserUrl;
  for (let round = 0; round < ROUNDS; round++) await measure();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const service = await startService();
  const ada = await service.given.admin();
  await ada.call("records.batch", {
    type: "organization",
    items: Array.from({ length: 200 }, (_, at) => ({ values: { name: `Organization ${at}` } })),
  });
  // Always ended with this process: without the database it has nothing to do.
  const worker = spawn(process.execPath, ["--conditions=source", join(import.meta.dirname, "../server/src/main.ts"), "worker"], {
    stdio: "inherit",
    env: { ...process.env, BASE_URL: "http://localhost", DATABASE_URL: service.database.url, KITH_SECRET: TEST_SECRET, LOG_LEVEL: "error" },
  });
  process.once("exit", () => worker.kill("SIGKILL"));
  const started = performance.now();
  const { id } = await checkFile(ada, "contact", makeFile());
  const checked = performance.now();
  await service.database.query("checkpoint");
  await ada.call("imports.start", { id });
  const done = await untilImport(ada, id, "done", "failed");
  const importMs = Date.parse(done.finished_at ?? "") - Date.parse(done.started_at ?? "");
  if (done.created !== ROWS) throw new Error(`created ${done.created} of ${ROWS}: ${JSON.stringify(done.problems[0])}`);
  worker.kill("SIGTERM");
  await once(worker, "exit");

  const copy = await cloneDatabase();
  for (const rows of BASE) move(service.database.superuserUrl, copy.superuserUrl, rows);
  await copy.query("checkpoint");
  const copied = WRITTEN.map((rows) => move(service.database.superuserUrl, copy.superuserUrl, rows));
  const copyMs = copied.reduce((sum, ms) => sum + ms, 0);
  say(
    `upload and check ${rate(checked - started)}; import ${rate(importMs)}; COPY ${rate(copyMs)} (${copied.map(Math.round).join(" + ")})`,
  );
  say(`import / COPY of all four tables ${(copyMs / importMs).toFixed(2)}, of records alone ${((copied[0] ?? 0) / importMs).toFixed(2)}`);
  await service.close();
  await copy.drop();
}

function makeFile(): string {
  const lines = Array.from(
    { length: ROWS },
    (_, at) =>
      `Person Number ${at},person.${at}@company-${at % 977}.example,+49 30 ${1_000_000 + at},Buyer of things,Organization ${at % 200},website,Utrecht,NL`,
  );
  return `name,email,phone,job_title,organization,source,city,country\n${lines.join("\n")}\n`;
}

/** Copies rows from one database to the other. Returns the time of the second half. */
function move(from: string, to: string, rows: string): number {
  const psql = (url: string, ...words: string[]) => execFileSync(psqlProgram, ["-qXAt", "-d", url, ...words], { encoding: "utf8" });
  const table = rows.split(" ")[0] ?? "";
  const columns = psql(
    from,
    "-c",
    `select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
  ).trim();
  psql(from, "-c", `\\copy (select ${columns} from ${rows}) to '${join(folder, table)}'`);
  const started = performance.now();
  psql(to, "-c", `\\copy ${table} (${columns}) from '${join(folder, table)}'`);
  return performance.now() - started;
}
