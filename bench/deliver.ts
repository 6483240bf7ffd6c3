import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { startCountingReceiver } from "../server/test/faults/counting-receiver.ts";
import { givenCompanies, writeEvenly, type ReceivingCompany } from "../server/test/faults/many-companies.ts";
import { createWorkers } from "../server/test/faults/workers.ts";
import { startService } from "../server/test/service.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { cpuOf, cpuOfPostgres } from "./deliver/cpu.ts";
import { compare } from "./compare.ts";

// How many messages a worker delivers in a second: a backlog of many endpoints, beside the bare loop that sends the same bodies with
// the same client to the same receiver and knows no database. And what a write of an event costs with webhooks and without.
const argument = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const [endpoints, messages, rounds] = [argument("endpoints", 999), argument("messages", 10_000), argument("rounds", 5)];

const cluster = await startPostgres({ isDurable: true });
await migrate(cluster.url, TEST_SECRET);
Object.assign(process.env, { TEST_CLUSTER: cluster.url, TEST_SUPERUSER: cluster.superuserUrl });
const atEnd: (() => void)[] = [];
const service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
using receiver = await startCountingReceiver();
try {
  const { url } = service.database;
  const companies = await givenCompanies(
    service,
    Array.from({ length: endpoints }, (_, at) => `${receiver.url}/ok/${at}`),
  );
  const withoutWebhooks = await givenCompanies(
    service,
    companies.map(() => undefined),
  );
  const bare = fork(join(import.meta.dirname, "deliver/bare-sender.ts"), { execArgv: ["--conditions=source"] });
  atEnd.push(() => bare.kill("SIGKILL"));
  await once(bare, "message");
  // As in an installation that has been used: a plan made for an empty table reads all of it until PostgreSQL counts its rows.
  await writeEvenly(url, companies, 100_000, messages / 100_000);
  await service.database.query("vacuum analyze");
  const workers = createWorkers(url, { after: (end) => atEnd.push(end as () => void) });
  const worker = workers.start();
  await workers.ready();
  const arrived = async (count: number) => {
    for (const end = Date.now() + 120_000; (await receiver.count()) < count; await setTimeout(20))
      if (Date.now() > end) throw new Error(`${await receiver.count()} of ${count} messages arrived`);
  };
  /** Events a second that are written while nobody reads them: what the write itself costs. */
  const writes = async (into: ReceivingCompany[]) => {
    worker.kill("SIGSTOP");
    const from = performance.now();
    const count = await writeEvenly(url, into, 1_000_000, messages / 1_000_000);
    const perSecond = count / ((performance.now() - from) / 1_000);
    const there = await receiver.count();
    worker.kill("SIGCONT");
    if (into === companies) await arrived(there + count);
    return perSecond;
  };
  const body = await sampleBody(companies);
  const spent = { worker: 0, postgres: 0, bare: 0, messages: 0, bareMessages: 0 };
  const perMessage = (seconds: number, count: number) => `${((seconds / count) * 1e6).toFixed(0)} µs`;
  await compare({
    bench: "deliver",
    notes: () => [
      `CPU a message: bare loop ${perMessage(spent.bare, spent.bareMessages)}, worker ${perMessage(spent.worker, spent.messages)}, PostgreSQL ${perMessage(spent.postgres, spent.messages)}`,
    ],
    base: "bare",
    rounds,
    goals: { "worker/bare": 0.5, "write with webhooks/write": 0.91 },
    subjects: [
      {
        name: "bare",
        async measure() {
          const [from, before] = [performance.now(), cpuOf(bare.pid ?? 0)];
          bare.send({ url: receiver.url, endpoints, body, count: messages });
          await once(bare, "message");
          spent.bare += cpuOf(bare.pid ?? 0) - before;
          spent.bareMessages += messages;
          return messages / ((performance.now() - from) / 1_000);
        },
      },
      {
        name: "worker",
        async measure() {
          worker.kill("SIGSTOP"); // so that a backlog comes together
          await writeEvenly(url, companies, 100_000, messages / 100_000);
          const there = await receiver.count();
          const before = { worker: cpuOf(worker.pid ?? 0), postgres: cpuOfPostgres(cluster.pid) };
          const from = performance.now();
          worker.kill("SIGCONT");
          await arrived(there + messages);
          const seconds = (performance.now() - from) / 1_000;
          spent.worker += cpuOf(worker.pid ?? 0) - before.worker;
          spent.postgres += cpuOfPostgres(cluster.pid) - before.postgres;
          spent.messages += messages;
          return messages / seconds;
        },
      },
      { name: "write", against: "write", measure: () => writes(withoutWebhooks) },
      { name: "write with webhooks", against: "write", measure: () => writes(companies) },
    ],
  });
} finally {
  for (const end of atEnd) end();
  await service.close();
  await cluster.stop();
}

/** A body as the worker makes it. */
async function sampleBody(companies: ReceivingCompany[]): Promise<string> {
  await writeEvenly(service.database.url, companies.slice(0, 1), 1, 1);
  for (;;) {
    const [row] = await service.database.query("select convert_from(body, 'UTF8') as body from webhook_deliveries limit 1");
    if (row) return String(row["body"]);
    await setTimeout(50);
  }
}
