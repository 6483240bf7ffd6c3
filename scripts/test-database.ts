import { Client } from "pg";

/** The secret of the throwaway installations that tests run on. */
export const TEST_SECRET = "a secret that only the tests of this repository use";

const MAX_LOOKS = 40;
const LOOK_EVERY_MS = 25;

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
    await client.query(`drop database ${name} with (force)`);
  } finally {
    await client.end();
  }
}
