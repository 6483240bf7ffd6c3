import { setTimeout } from "node:timers/promises";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { startCountingReceiver } from "../server/test/faults/counting-receiver.ts";
import { givenCompanies, writeEvenly, type ReceivingCompany } from "../server/test/faults/many-companies.ts";
import { createWorkers } from "../server/test/faults/workers.ts";
import { startService } from "../server/test/service.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { cpuOf, cpuOfPostgres } from "./deliver/cpu.ts";
import { addQuietWebhooks, removeQuietWebhooks } from "./looking/quiet-webhooks.ts";

// What it costs to look after webhooks for which nothing happens: the processor time of a worker and of PostgreSQL with 10,000 webhooks of
// 1,000 companies, less that with 100, while the same 100 companies write the same events. `--seconds 25 --events 50`
const COMPANIES = 1_000;
const WEBHOOKS_EACH = 10;
const ACTIVE = 100;
const GOAL = 0.05;
const WARM_UP_SECONDS = 10;
const argument = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const [seconds, eventsPerSecond] = [argument("seconds", 25), argument("events", 50)];

const percent = (part: number) => `${(part * 100).toFixed(2)} %`;

interface Cost {
  worker: number;
  postgres: number;
}

const cluster = await startPostgres({ isDurable: true });
await migrate(cluster.url, TEST_SECRET);
Object.assign(process.env, { TEST_CLUSTER: cluster.url, TEST_SUPERUSER: cluster.superuserUrl });
const atEnd: (() => void)[] = [];
const service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
using receiver = await startCountingReceiver();
try {
  const companies = await givenCompanies(
    service,
    Array.from({ length: COMPANIES }, (_, at) => (at < ACTIVE ? `${receiver.url}/ok/${at}` : undefined)),
  );
  const active = companies.slice(0, ACTIVE);
  await service.database.query("vacuum analyze");
  const workers = createWorkers(service.database.url, { after: (end) => atEnd.push(end as () => void) });
  const worker = workers.start().pid ?? 0;
  await workers.ready();
  // Once before and once after: the mean leaves out what the installation has grown by meanwhile.
  const before = await costOf("100 webhooks", worker, active);
  await addQuietWebhooks(service, WEBHOOKS_EACH);
  const many = await costOf("10,000 webhooks", worker, active);
  await removeQuietWebhooks(service);
  const after = await costOf("100 webhooks", worker, active);
  const more = (part: keyof Cost) => many[part] - (before[part] + after[part]) / 2;
  console.log(`looking after 9,900 more: worker ${percent(more("worker"))}, PostgreSQL ${percent(more("postgres"))}`);
  const ratios = { "looking/core": Number((more("worker") + more("postgres")).toFixed(4)) };
  console.log(JSON.stringify({ bench: "looking", ratios, goals: { "looking/core": GOAL } }));
} finally {
  for (const end of atEnd) end();
  await service.close();
  await cluster.stop();
}

/** The part of a core that it takes while events are written, once everything has been looked at. */
async function costOf(name: string, worker: number, active: ReceivingCompany[]): Promise<Cost> {
  const there = await receiver.count();
  const writing = writeEvenly(service.database.url, active, eventsPerSecond, WARM_UP_SECONDS + seconds);
  await setTimeout(WARM_UP_SECONDS * 1_000);
  const look = (): Cost => ({ worker: cpuOf(worker), postgres: cpuOfPostgres(cluster.pid) });
  const [from, since] = [look(), performance.now()];
  await setTimeout(seconds * 1_000 - 500);
  const [to, ms] = [look(), performance.now() - since];
  const cost = { worker: ((to.worker - from.worker) * 1_000) / ms, postgres: ((to.postgres - from.postgres) * 1_000) / ms };
  const written = await writing;
  for (const end = Date.now() + 30_000; (await receiver.count()) < there + written; await setTimeout(50))
    if (Date.now() > end) throw new Error("not all messages arrived");
  const [row] = await service.database.query("select count(*)::int as n from webhooks");
  if (name !== `${Number(row?.["n"]).toLocaleString("en")} webhooks`) throw new Error(`there are ${String(row?.["n"])} webhooks`);
  console.log(
    `${name.padEnd(16)} worker ${percent(cost.worker)}, PostgreSQL ${percent(cost.postgres)} of a core; ${written} messages arrived`,
  );
  return cost;
}
