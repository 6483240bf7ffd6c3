import { Pool } from "pg";
import { rolesOf, urlAs } from "./roles.ts";

// A database that does not answer cannot apply its own timeout of five seconds (roles.ts): then we close the connection, a second later.
const ANSWER_WAIT_MS = 6_000;
export const POOL_WAIT_MS = 2_000;
// Identity look-ups are sent in batches, so two connections serve two hundred callers.
const IDENTITY_CONNECTIONS = 2;

export interface Pools {
  app: Pool;
  identity: Pool;
  end(): Promise<void>;
}

/** Logs in as the two roles that own nothing. Neither can become the other, nor the owner of the tables. */
export function openPools(
  databaseUrl: string,
  secret: string,
  connections: number,
  onError: (error: Error) => void,
  waitMs: number = POOL_WAIT_MS,
): Pools {
  const open = (purpose: "app" | "identity", max: number) => {
    const pool = new Pool({
      connectionString: urlAs(databaseUrl, secret, purpose),
      max,
      pipeline: true,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: 30_000,
      query_timeout: ANSWER_WAIT_MS,
      application_name: rolesOf(secret)[purpose],
    });
    // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
    pool.on("error", onError);
    // The same for one that breaks in the middle of a transaction, between two statements: the next statement fails by itself.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  };
  const app = open("app", connections);
  const identity = open("identity", IDENTITY_CONNECTIONS);
  return {
    app,
    identity,
    end: async () => {
      await Promise.all([app.end(), identity.end()]);
    },
  };
}
