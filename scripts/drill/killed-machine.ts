import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { startPostgres } from "../postgres.ts";
import { backupOf } from "./backup-of.ts";
import { DURABLE } from "./dropped-table.ts";

const WRITERS = 8;

/**
 * PostgreSQL is killed while writers write as fast as they can, and its disk is taken for lost: what is restored comes from the stream alone. Returns how
 * many rows were confirmed to the writers, and how many of them are missing.
 */
export async function killAndRestore(rows: number, isSynchronous: boolean): Promise<{ confirmed: number; lost: number; seconds: number }> {
  const cluster = await startPostgres(DURABLE);
  const backup = backupOf(cluster.superuserUrl, { isSynchronous });
  const confirmed: number[] = [];
  try {
    const ask = async (text: string) => {
      const client = new Client({ connectionString: cluster.superuserUrl });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    await ask("create table written (id bigserial primary key, at timestamptz default clock_timestamp(), text text)");
    await backup.ready();
    if (isSynchronous) {
      await ask("alter system set synchronous_standby_names = 'kith_backup'");
      await ask("select pg_reload_conf()");
      await setTimeout(500);
    }
    const writers = Array.from({ length: WRITERS }, () => writeUntilLost(cluster.superuserUrl, confirmed));
    while (confirmed.length < rows) await setTimeout(20);
    process.kill(cluster.pid, "SIGKILL");
    await Promise.all(writers);
    await setTimeout(1_000);
    const into = join(backup.folder, "restored");
    const restored = backup.restore(into, undefined, "postgres");
    if (restored.code !== 0) throw new Error(restored.said);
    const { superuserUrl, stop } = await backup.start(into);
    const client = new Client({ connectionString: superuserUrl });
    await client.connect();
    const { rows: found } = await client.query<{ id: string }>("select id from written");
    await client.end();
    await stop();
    const ids = new Set(found.map(({ id }) => Number(id)));
    return { confirmed: confirmed.length, lost: confirmed.filter((id) => !ids.has(id)).length, seconds: restored.seconds };
  } finally {
    await backup.stop();
    await cluster.stop();
    backup.remove();
  }
}

async function writeUntilLost(url: string, confirmed: number[]): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ id: string }>("insert into written (text) values ('confirmed') returning id");
      confirmed.push(Number(rows[0]?.id));
    }
  } catch {
    // PostgreSQL is gone.
  }
}
