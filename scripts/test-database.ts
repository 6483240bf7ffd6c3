import { Client } from "pg";

/** The secret of the throwaway installations that tests run on. */
export const TEST_SECRET = "a secret that only the tests of this repository use";

const MAX_LOOKS = 40;
const LOOK_EVERY_MS = 25;
const NOT_ALLOWED = "42501";

/** Drops a database. Waits first for connections that are just closing: ended by force, they would report an error. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const { rowCount } = await client.query("select from pg_stat_activity where datname = $1", [name]);
      if (rowCount === 0) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    await dropByForce(client, name);
  } finally {
    await client.end();
  }
}

const MAX_DROPS = 20;
const DROP_EVERY_MS = 250;

/** PostgreSQL refuses while its own autovacuum is in there, as if that were somebody else's connection. It soon leaves. */
async function dropByForce(client: Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      if (tries === MAX_DROPS || (error as { code?: string }).code !== NOT_ALLOWED) throw error;
      await new Promise((resolve) => setTimeout(resolve, DROP_EVERY_MS));
    }
  }
}
