import { once } from "node:events";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { startCountingReceiver } from "../server/test/faults/counting-receiver.ts";
import { givenCompanies, writeEvenly } from "../server/test/faults/many-companies.ts";
import { createWorkers } from "../server/test/faults/workers.ts";
import { startService } from "../server/test/service.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { compareWithBare } from "./deliver/backlog.ts";
import { arrived, measureRates } from "./deliver/rates.ts";
import { COUNTING_SETTINGS, countStatements } from "./deliver/statements.ts";

// How many messages a worker delivers in a second: a backlog of many endpoints, beside the bare loop that sends the same bodies with
// the same client to the same receiver and knows no database. And what a write of an event costs with webhooks and without.
//
// `--rates 100,200,300,500 --seconds 15`: instead, how late messages arrive and what each costs while so many events a second come evenly.
// `--statements yes` adds what PostgreSQL ran for a message, `--profile FOLDER` a profile of the worker's processor time.
const given = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const argument = (name: string, otherwise: number) => Number(given(name) ?? otherwise);
const [endpoints, messages, rounds] = [argument("endpoints", 999), argument("messages", 10_000), argument("rounds", 5)];
const [rates, profile, isCounting] = [given("rates")?.split(",").map(Number), given("profile"), given("statements") === "yes"];

const cluster = await startPostgres({ isDurable: true, ...(isCounting ? { settings: COUNTING_SETTINGS } : {}) });
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
  // As in an installation that has been used: a plan made for an empty table reads all of it until PostgreSQL counts its rows.
  await writeEvenly(url, companies, 100_000, messages / 100_000);
  await service.database.query("vacuum analyze");
  const options: Record<string, string> = profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
  const workers = createWorkers(url, { after: (end) => atEnd.push(end as () => void) }, options);
  const worker = workers.start();
  await workers.ready();
  await arrived(receiver, messages);
  // The same for what the worker has written by now.
  await service.database.query("vacuum analyze");
  const parts = { service, companies, receiver, worker, postgres: cluster.pid };
  const counting = isCounting ? await countStatements(cluster) : undefined;
  if (rates) await measureRates({ ...parts, counting }, rates, argument("seconds", 15));
  else await compareWithBare(parts, messages, rounds);
  if (profile !== undefined) {
    // A worker whose parent is gone ends by itself, and writes its profile then.
    const ended = once(worker, "exit");
    worker.disconnect();
    await ended;
  }
} finally {
  for (const end of atEnd) end();
  await service.close();
  await cluster.stop();
}
