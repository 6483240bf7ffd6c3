import { adoptCluster, ADOPTED } from "../log-reader/cluster.ts";
import { openOwnerConnection, type OwnerConnection } from "../log-reader/owner.ts";
import type { Logger } from "../log.ts";

/** The connection of a worker, as the owner of the tables. A restore ends every connection: the first one afterwards notices it. */
export async function openSession(databaseUrl: string, log: Logger): Promise<OwnerConnection> {
  const connection = await openOwnerConnection(databaseUrl);
  try {
    if (await adoptCluster(connection)) log.warn(ADOPTED);
    return connection;
  } catch (error) {
    await connection.end();
    throw error;
  }
}
