import { Client } from "pg";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Logger } from "./log.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;
const AGE_SECONDS = 3; // younger than this, a worker may still be about to show that it lives
// A machine that vanished without closing its connections is noticed by PostgreSQL after 25 seconds, not after two hours.
const KEEPALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

const LIVE = "select pg_advisory_lock(hashtextextended($1, 2))";
/** The jobs of a worker whose lock is free: it has died, and they can be taken again. */
const FREE_JOBS_OF_THE_DEAD = `
  with holders as materialized (
    select distinct locked_by from graphile_worker._private_jobs where locked_at < now() - interval '${AGE_SECONDS} seconds'
  ), dead as materialized (
    select locked_by from holders where locked_by <> $1 and pg_try_advisory_xact_lock(hashtextextended(locked_by, 2))
  )
  select array_agg(locked_by) as ids, graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`;

/**
 * Shows that a worker lives, by a lock that PostgreSQL drops with its connection, and gives the jobs of workers that died back
 * to the queue within seconds. The queue itself would hold them for four hours.
 */
export function watchWorkers(databaseUrl: string, workerId: string, log: Logger) {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    try {
      client ??= await showLife();
      const { rows } = await client.query<{ ids: string[] }>(FREE_JOBS_OF_THE_DEAD, [workerId]);
      if (rows[0]) log.warn({ workers: rows[0].ids }, "a worker died; its jobs go back to the queue");
    } catch (error) {
      if (!isOver) log.warn({ err: error }, "cannot look after the other workers just now");
      await client?.end().catch(() => undefined);
      client = undefined;
    }
    if (!isOver) timer = setTimeout(() => (looking = look()), LOOK_EVERY_MS);
  }

  async function showLife(): Promise<Client> {
    const opened = new Client({ connectionString: databaseUrl, options: KEEPALIVE, application_name: workerId });
    opened.on("error", () => undefined); // the next look fails and opens another
    try {
      await opened.connect();
      await opened.query(LIVE, [workerId]);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    return opened;
  }

  let looking = look();
  return {
    async end(): Promise<void> {
      isOver = true;
      clearTimeout(timer);
      await looking;
      await client?.end().catch(() => undefined);
    },
  };
}
