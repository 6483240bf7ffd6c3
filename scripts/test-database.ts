import { Pool } from "pg";

/** The secret of the throwaway installations that tests run on. */
export const TEST_SECRET = "a secret that only the tests of this repository use";

/** Connections that stay open for a while: a new one costs twenty times as much as what a test asks on it. */
export function keptConnections(url: string) {
  let pool: Pool | undefined;
  const open = () => {
    const opened = new Pool({ connectionString: url, max: 10, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
    // Tests cut connections. The next look has another one.
    return opened.on("error", () => undefined);
  };
  return {
    query: async (text: string, values: unknown[] = []) => (await (pool ??= open()).query<Record<string, unknown>>(text, values)).rows,
    async end() {
      const last = pool;
      pool = undefined;
      await last?.end();
    },
  };
}

type Kept = ReturnType<typeof keptConnections>;
const clusters = new Map<string, Kept>();

/** Those of this process to a database that lasts longer than a test. */
export function clusterAt(url: string): Kept {
  const known = clusters.get(url) ?? keptConnections(url);
  clusters.set(url, known);
  return known;
}

const MAX_LOOKS = 40;
const LOOK_EVERY_MS = 25;
const NOT_ALLOWED = "42501";

/** Drops a database. Waits first for connections that are just closing: ended by force, they would report an error. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const cluster = clusterAt(url);
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const open = await cluster.query("select from pg_stat_activity where datname = $1", [name]);
    if (open.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  await dropByForce(cluster, name);
}

const MAX_DROPS = 20;
const DROP_EVERY_MS = 250;

/** PostgreSQL refuses while its own autovacuum is in there, as if that were somebody else's connection. It soon leaves. */
async function dropByForce(cluster: Kept, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await cluster.query(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      if (tries === MAX_DROPS || (error as { code?: string }).code !== NOT_ALLOWED) throw error;
      await new Promise((resolve) => setTimeout(resolve, DROP_EVERY_MS));
    }
  }
}
