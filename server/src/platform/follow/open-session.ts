import { openOwnerConnection, type OwnerConnection } from "../log-reader/owner.ts";
import type { Logger } from "../log.ts";

const ADOPTED = "the database is in another cluster than before: the event log continues with an offset to its transaction numbers";

/**
 * The connection of a worker, as the owner of the tables. It makes the cluster that the database is in the log's own: a restore ends every
 * connection, and the first one afterwards notices it.
 */
export async function openSession(databaseUrl: string, log: Logger): Promise<OwnerConnection> {
  const connection = await openOwnerConnection(databaseUrl);
  try {
    const [adopted] = await connection.query<{ moved: boolean }>("select log_adopt_cluster() as moved");
    if (adopted?.moved) log.warn(ADOPTED);
    return connection;
  } catch (error) {
    await connection.end();
    throw error;
  }
}
