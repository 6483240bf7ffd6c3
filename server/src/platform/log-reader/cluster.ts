import type { Tx } from "../../kernel/database.ts";

export const ADOPTED = "the database is in another cluster than before: the event log continues with an offset to its transaction numbers";

/** Makes the cluster that the database is in the log's own. True: it was another one until now, so the database was restored. */
export async function adoptCluster(owner: Tx): Promise<boolean> {
  const [adopted] = await owner.query<{ moved: boolean }>("select log_adopt_cluster() as moved");
  return adopted?.moved ?? false;
}
