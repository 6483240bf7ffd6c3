import { Client } from "pg";
import type { Statement, Tx } from "../../kernel/database.ts";
import { newId } from "../random.ts";
import { lockKey } from "../postgres/lock-spaces.ts";

// PostgreSQL notices a machine that vanished without closing its connections after 25 seconds, not after two hours.
const SETTINGS = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c lock_timeout=2000";
const ANSWER_WAIT_MS = 10_000;

/** A connection as the owner of the tables. Its name is locked while it is open: leases under that name end with it. */
export interface OwnerConnection extends Tx {
  leaseName: string;
  readonly isLost: boolean;
  end(): Promise<void>;
}

export async function openOwnerConnection(databaseUrl: string): Promise<OwnerConnection> {
  const leaseName = `reader-${newId()}`;
  const client = new Client({
    connectionString: databaseUrl,
    options: SETTINGS,
    application_name: leaseName,
    query_timeout: ANSWER_WAIT_MS,
  });
  let isLost = false;
  const lose = () => {
    isLost = true;
  };
  client.on("error", lose);
  client.on("end", lose);
  const end = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock(${lockKey("lease name", "$1")})`, [leaseName]);
  } catch (error) {
    await end();
    throw error;
  }
  // One statement at a time: pg will not keep others waiting for much longer.
  let previous: Promise<unknown> = Promise.resolve();
  return {
    leaseName,
    get isLost() {
      return isLost;
    },
    async query<Row>(sql: string | Statement, values: unknown[] = []) {
      const run = () => client.query(typeof sql === "string" ? { text: sql, values } : { ...sql, values });
      const current = previous.then(run, run);
      previous = current;
      return (await current).rows as Row[];
    },
    end,
  };
}
