import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { startPostgres } from "../scripts/postgres.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { readMail, stopReading } from "../server/src/platform/mime/read-mail.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { newId } from "../server/src/platform/random.ts";
import { giveChannel, untilTaken } from "../server/test/inbox-items.ts";
import type { ConnectedMailbox } from "../server/test/mail/connected-mailbox.ts";
import { startService } from "../server/test/service.ts";
import { compare, type Subject } from "./compare.ts";

// How many mails a second become messages, with conversations, contacts, events and row-level security. Beside it the same parser and one
// insert of what it found, 50 rows in a transaction, as the owner of the tables.
const SMALL = Number(process.env["SMALL"] ?? 3_000);
const LARGE = Number(process.env["LARGE"] ?? 400);
const BATCH = 50;
const MIB = 1024 * 1024;

const cluster = await startPostgres({ isDurable: true });
process.env["TEST_CLUSTER"] = cluster.url;
process.env["TEST_SUPERUSER"] = cluster.superuserUrl;
await migrate(cluster.url, TEST_SECRET);
const service = await startService({ env: { DATABASE_CONNECTIONS: "20", LOG_LEVEL: "error" } });
const ada = await service.given.admin();
const bareClient = new Client({ connectionString: service.database.superuserUrl });
await bareClient.connect();
await bareClient.query("create table bare (id uuid primary key, sender text, subject text, at timestamptz, text text, html text)");
let peak = 0;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
let run = 0;
try {
  await compare({
    bench: "inbox",
    base: "bare small",
    rounds: 3,
    goals: { "take small/bare small": 0.4, "take 50 kB/bare 50 kB": 0.4, "take small/1000": 1, "take 50 kB/150": 1 },
    subjects: [
      { name: "bare small", measure: () => bare(mails(SMALL, smallMail)) },
      { name: "take small", measure: () => taken(SMALL, smallMail) },
      { name: "bare 50 kB", measure: () => bare(mails(LARGE, largeMail)) },
      { name: "take 50 kB", against: "bare 50 kB", measure: () => taken(LARGE, largeMail) },
      { name: "1000", measure: async () => 1_000 },
      { name: "150", measure: async () => 150 },
    ] satisfies Subject[],
    notes: () => [`most memory of the process, with this bench in it: ${Math.round(peak / MIB)} MiB; 350 are the goal`],
  });
} finally {
  clearInterval(watching);
  await bareClient.end();
  await stopReading();
  await service.close();
  await cluster.stop();
}

function mails(count: number, make: (n: number) => string): Buffer[] {
  run++;
  return Array.from({ length: count }, (_, n) => Buffer.from(make(n)));
}

/** A third of them are answers, and there are 500 writers. */
function headers(n: number): string[] {
  const answered =
    n % 3 === 2 ? [`In-Reply-To: <${run}-${n - 1}@bench.example>`, `Subject: Re: Question ${n - 1}`] : [`Subject: Question ${n}`];
  const date = new Date(Date.now() - 1_000 * n).toUTCString();
  return [
    `Message-ID: <${run}-${n}@bench.example>`,
    `Date: ${date}`,
    `From: Writer ${n % 500} <writer-${n % 500}@bench.example>`,
    "To: support@ours.example",
    ...answered,
  ];
}

function smallMail(n: number): string {
  return `${[...headers(n), "Content-Type: text/plain"].join("\r\n")}\r\n\r\n${`Line of mail ${n} with some words in it.\r\n`.repeat(28)}`;
}

function largeMail(n: number): string {
  const html = `<p style="color: #333">Paragraph <b>${n}</b> of a mail with <a href="https://example.org/${n}">a link</a>.</p>\r\n`.repeat(
    230,
  );
  const file = randomBytes(18_000)
    .toString("base64")
    .replaceAll(/(.{76})/g, "$1\r\n");
  return [
    ...headers(n),
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html",
    "",
    html,
    "--b",
    'Content-Type: application/pdf; name="offer.pdf"',
    'Content-Disposition: attachment; filename="offer.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    file,
    "--b--",
    "",
  ].join("\r\n");
}

async function taken(count: number, make: (n: number) => string): Promise<number> {
  const channel = await giveChannel(service, ada, { address: `bench-${run}@ours.example` });
  await put(channel, mails(count, make));
  const started = performance.now();
  const worker = await service.app.startWorker();
  await untilTaken(service, channel, 600);
  const seconds = (performance.now() - started) / 1_000;
  await worker.stop();
  const [row] = await service.database.query("select count(*)::int as n from messages where channel_id = $1", [channel.id]);
  if (row?.["n"] !== count) throw new Error(`${String(row?.["n"])} messages of ${count} mails`);
  return count / seconds;
}

async function put({ companyId, id }: ConnectedMailbox, all: Buffer[]): Promise<void> {
  await bareClient.query("begin");
  for (const [n, bytes] of all.entries())
    await bareClient.query({
      name: "put",
      text: "insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, received_at) values ($1, $2, $3, $4, $5, $6, now())",
      values: [companyId, newId(), id, `INBOX/1/${n + 1}`, bytes, bytes.length],
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
