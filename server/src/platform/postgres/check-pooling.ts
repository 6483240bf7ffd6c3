import { Client } from "pg";
import { urlAs } from "./roles.ts";

const CONNECT_MS = 5_000;
// In this order two connections that are given whichever backend is free cannot each keep one of their own, even in strict rotation.
const TURNS = [0, 1, 1, 0, 0, 0, 1, 0, 1, 1];

const POOLED = `DATABASE_URL leads to a pooler that pools by transaction or by statement. Reads set their company on the connection, so
through it they would be answered with another company's view: short, or empty, without an error. Set pool_mode = session, or give Kith
PostgreSQL's own address (docs/operating.md, "Database roles").`;

const NOT_SET_UP = `The database role has none of its settings (statement_timeout and the like). Run "main.js migrate" first; a pooler must not
reset what is set on the role.`;

/**
 * Refuses a database behind a pooler that changes the backend under an open connection. Returns false, and refuses nothing, while the database
 * cannot be reached: then it is to be asked again before the node is ready.
 */
export async function checkPooling(databaseUrl: string, secret: string): Promise<boolean> {
  const connectionString = urlAs(databaseUrl, secret, "app");
  const clients = [0, 1].map(() => new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }));
  const backends: [Set<number>, Set<number>] = [new Set(), new Set()];
  let isReadOnly = "";
  try {
    for (const client of clients) client.on("error", () => undefined);
    await Promise.all(clients.map((client) => client.connect()));
    for (const turn of TURNS) {
      const answer = await clients[turn]?.query<{ pid: number; is_read_only: string }>(
        "select pg_backend_pid() as pid, current_setting('default_transaction_read_only') as is_read_only",
      );
      backends[turn === 0 ? 0 : 1].add(answer?.rows[0]?.pid ?? 0);
      isReadOnly = answer?.rows[0]?.is_read_only ?? "";
    }
  } catch {
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
  const [one, two] = backends;
  if (one.size > 1 || two.size > 1 || [...one].some((pid) => two.has(pid))) throw new Error(POOLED);
  if (isReadOnly !== "on") throw new Error(NOT_SET_UP);
  return true;
}
