import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { buildSet } from "../../bench/records/set.ts";
import { startService, type TestDatabase } from "../../server/test/service.ts";
import { HOUR_MS } from "../../server/src/kernel/clock.ts";
import { verifyLog } from "../../server/src/platform/log-seal/verify-log.ts";
import { migrate } from "../../server/src/platform/postgres/migrate.ts";
import { startPostgres, type Cluster } from "../postgres.ts";
import { keptConnections, TEST_SECRET } from "../test-database.ts";
import { backupOf } from "./backup-of.ts";

/** As it is where data has to survive. */
export const DURABLE = { isDurable: true, settings: { wal_level: "replica", max_slot_wal_keep_size: "8GB" } };

interface Drill {
  /** Of every table, just before one was dropped. */
  counts: Map<string, number>;
  restored: ReturnType<ReturnType<typeof backupOf>["restore"]>;
  /** What was answered for a moment that has not arrived, for one before the first backup, and for a place that is not empty. */
  refusals: { code: number; said: string }[];
  /** Once it runs again and was migrated: hours of the event log that differ from their seals, and whether the log knows that time went back. */
  after: { damages: number; hours: number; isNoted: boolean };
}

/**
 * Fills an installation, backs it up, goes on writing, drops a table, and restores to the moment before, with the scripts of deploy/backup. Below
 * 10,000 records they are written through the service, otherwise made inside PostgreSQL.
 */
export async function dropAndRestore(records: number, say: (line: string) => void): Promise<Drill> {
  const cluster = await startPostgres(DURABLE);
  const kith = keptConnections(cluster.superuserUrl.replace(/\/postgres$/, "/kith"));
  const early = await moment(kith);
  const backup = backupOf(cluster.superuserUrl);
  try {
    await migrate(cluster.url, TEST_SECRET);
    if (records >= 10_000) await buildSet(cluster.superuserUrl.replace(/\/postgres$/, "/kith"), records, 0.5, say);
    await backup.ready();
    say("backed up");
    await setTimeout(1_100); // A base backup is named by the second of its end.
    await write(cluster, kith, records >= 10_000 ? 200 : records);
    const counts = await countRows(kith);
    const before = await moment(kith);
    await setTimeout(200);
    await kith.query("drop table records cascade");
    await kith.query("create table written_after (id int)");
    const refusals = [
      backup.restore(join(backup.folder, "later"), new Date(Date.now() + HOUR_MS).toISOString()),
      backup.restore(join(backup.folder, "early"), early),
      backup.restore(join(backup.folder, "base"), before),
    ];
    // What was written last is on its way; a restore says so and is tried again.
    const into = join(backup.folder, "restored");
    let restored = backup.restore(into, before);
    for (let tries = 0; restored.code === 2 && tries < 30; tries++) {
      await setTimeout(500);
      restored = backup.restore(into, before);
    }
    if (restored.code !== 0) throw new Error(restored.said);
    return { counts, restored, refusals, after: await goOn(cluster, backup, into) };
  } finally {
    await backup.stop();
    await kith.end();
    await cluster.stop();
    backup.remove();
  }
}

/** As an operator goes on: PostgreSQL with what was restored, then `migrate`, then `verify-log`, then the backup. */
async function goOn(cluster: Cluster, backup: ReturnType<typeof backupOf>, into: string): Promise<Drill["after"]> {
  await backup.stop();
  const running = await backup.start(into);
  const url = new URL(cluster.url);
  url.port = new URL(running.superuserUrl).port;
  const kith = keptConnections(running.superuserUrl.replace(/\/postgres$/, "/kith"));
  try {
    await migrate(url.toString(), TEST_SECRET);
    // Transaction numbers are given a second time from here on; readers of the change feed miss nothing because of it.
    const shifts = await kith.query("select from log_clusters where shift > 0");
    const { damages, hours } = await verifyLog(url.toString(), TEST_SECRET);
    // What is written from now on is backed up too.
    const next = backupOf(running.superuserUrl, { given: backup.folder });
    await next.ready().finally(next.stop);
    return { damages: damages.length, hours, isNoted: shifts.length === 1 };
  } finally {
    await kith.end();
    await running.stop();
  }
}

type Connections = ReturnType<typeof keptConnections>;

const moment = async (kith: Connections) => String((await kith.query("select clock_timestamp()::text as at"))[0]?.["at"]);

/** Through the service, so that there are events, and with them sealed hours. */
async function write(cluster: Cluster, kith: Connections, records: number): Promise<void> {
  const database: TestDatabase = {
    url: cluster.url,
    superuserUrl: cluster.superuserUrl,
    query: kith.query,
    drop: async () => undefined,
  };
  const service = await startService({ database });
  try {
    const ada = await service.given.admin();
    for (let at = 0; at < records; at++) await ada.call("records.create", { type: "deal", values: { name: `deal ${at}` } });
    service.clock.advance(3 * HOUR_MS);
    await service.app.sealLog();
  } finally {
    await service.app.close();
  }
}

async function countRows(kith: Connections): Promise<Map<string, number>> {
  const tables = await kith.query("select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace");
  const counts = new Map<string, number>();
  for (const { name } of tables as { name: string }[]) {
    const [row] = await kith.query(`select count(*)::int as n from "${name}"`);
    counts.set(name, Number(row?.["n"]));
  }
  return counts;
}
