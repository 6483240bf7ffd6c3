import { Client } from "pg";
import { startPostgres } from "../scripts/postgres.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { readMail, stopReading } from "../server/src/platform/mime/read-mail.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { newId, newIds } from "../server/src/platform/random.ts";
import { giveChannel, untilTaken } from "../server/test/inbox-items.ts";
import type { ConnectedMailbox } from "../server/test/mail/connected-mailbox.ts";
import { startService } from "../server/test/service.ts";
import { compare, type Subject } from "./compare.ts";
import { cpuOf, cpuOfPostgres } from "./deliver/cpu.ts";
import { COUNTING_SETTINGS, countStatements } from "./deliver/statements.ts";
import { largeMail, makeMails, smallMail } from "./inbox/mails.ts";
import { forgetPeak, peakOf, startNode } from "./product-node.ts";

// How many mails a second become messages, with conversations, contacts, events and row-level security: by a worker in a process of its own,
// whose memory is counted alone. Beside it the same parser and one insert of what it found, 50 rows in a transaction, as the owner of the
// tables. ROUNDS, SMALL and LARGE set the size. STATEMENTS=yes: also what PostgreSQL ran for a mail. WORKER_OPTIONS: of its Node, such as --cpu-prof.
const SMALL = Number(process.env["SMALL"] ?? 3_000);
const LARGE = Number(process.env["LARGE"] ?? 400);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const { WORKER_OPTIONS: options, STATEMENTS: counts } = process.env;
const BATCH = 50;
const MIB = 1024 * 1024;
const GOAL_MIB = 350;

const cluster = await startPostgres({
  isDurable: true,
  settings: counts ? { ...COUNTING_SETTINGS, "pg_stat_statements.track": "all" } : {},
});
process.env["TEST_CLUSTER"] = cluster.url;
process.env["TEST_SUPERUSER"] = cluster.superuserUrl;
await migrate(cluster.url, TEST_SECRET);
const service = await startService({ env: { LOG_LEVEL: "error" } });
const ada = await service.given.admin();
const bareClient = new Client({ connectionString: service.database.superuserUrl });
await bareClient.connect();
await bareClient.query("create table bare (id uuid primary key, sender text, subject text, at timestamptz, text text, html text)");
const worker = await startNode("worker", {
  DATABASE_URL: service.database.url,
  KITH_SECRET: TEST_SECRET,
  ...(options === undefined ? {} : { NODE_OPTIONS: options }),
});
const statements = counts ? await countStatements(cluster) : undefined;
const notes: string[] = [];
let mostMiB = 0;
let run = 0;
try {
  await compare({
    bench: "inbox",
    base: "bare small",
    rounds: ROUNDS,
    goals: { "take small/bare small": 0.4, "take 50 kB/bare 50 kB": 0.4, "take small/1000": 1, "take 50 kB/150": 1 },
    subjects: [
      { name: "bare small", measure: () => bare(makeMails(++run, SMALL, smallMail)) },
      { name: "take small", measure: () => taken("small", makeMails(++run, SMALL, smallMail)) },
      { name: "bare 50 kB", measure: () => bare(makeMails(++run, LARGE, largeMail)) },
      { name: "take 50 kB", against: "bare 50 kB", measure: () => taken("50 kB", makeMails(++run, LARGE, largeMail)) },
      { name: "1000", measure: async () => 1_000 },
      { name: "150", measure: async () => 150 },
    ] satisfies Subject[],
    notes: () => [...notes, `most memory of the worker: ${mostMiB} MiB; ${GOAL_MIB} are the goal`],
  });
} finally {
  await bareClient.end();
  await stopReading();
  await worker.stop();
  await service.close();
  await cluster.stop();
}

async function taken(size: string, mails: Buffer[]): Promise<number> {
  const channel = await giveChannel(service, ada, { address: `bench-${run}@ours.example` });
  forgetPeak(worker.pid);
  await statements?.reset();
  const before = [cpuOf(worker.pid), cpuOfPostgres(cluster.pid)];
  await put(channel, mails);
  const started = performance.now();
  await untilTaken(service, channel, 600);
  const seconds = (performance.now() - started) / 1_000;
  const after = [cpuOf(worker.pid), cpuOfPostgres(cluster.pid)];
  const [row] = await service.database.query("select count(*)::int as n from messages where channel_id = $1", [channel.id]);
  if (row?.["n"] !== mails.length) throw new Error(`${String(row?.["n"])} messages of ${mails.length} mails`);
  if (statements) {
    console.log(`${size}:`);
    await statements.print(mails.length);
  }
  const [own, postgres] = after.map((cpu, at) => Math.round(((cpu - (before[at] ?? 0)) / mails.length) * 1e6));
  const mib = Math.round(peakOf(worker.pid) / MIB);
  mostMiB = Math.max(mostMiB, mib);
  notes.push(`${size.padEnd(6)} a mail: ${own} µs of processor time in the worker, ${postgres} in PostgreSQL; most memory ${mib} MiB`);
  return mails.length / seconds;
}

/** Writes them down as fetching does. They begin to wait at one moment. */
async function put({ companyId, id }: ConnectedMailbox, all: Buffer[]): Promise<void> {
  const ids = newIds(all.length);
  await bareClient.query("begin");
  for (const [n, bytes] of all.entries())
    await bareClient.query({
      name: "put",
      text: "insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, received_at) values ($1, $2, $3, $4, $5, $6, now())",
      values: [companyId, ids[n], id, `INBOX/1/${n + 1}`, bytes, bytes.length],
    });
  await bareClient.query("commit");
}

async function bare(all: Buffer[]): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < all.length; at += BATCH) {
    const read = await Promise.all(all.slice(at, at + BATCH).map((bytes) => readMail(bytes)));
    const rows = read.map(({ from, subject, date, text, html }) => ({ id: newId(), sender: from?.address, subject, at: date, text, html }));
    await bareClient.query({
      name: "bare",
      text: `insert into bare select * from jsonb_to_recordset($1::jsonb) as b (id uuid, sender text, subject text, at timestamptz, text text, html text)`,
      values: [JSON.stringify(rows)],
    });
  }
  return all.length / ((performance.now() - started) / 1_000);
}
