import { createHmac } from "node:crypto";
import { Pool } from "pg";

export const APP_ROLE = "kith_app";
export const IDENTITY_ROLE = "kith_identity";

const STATEMENT_TIMEOUT_MS = 5_000;
// A database that has gone silent cannot keep its own time: then we hang up, shortly after it should have.
const ANSWER_WAIT_MS = 6_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const POOL_WAIT_MS = 2_000;
// Identity look-ups travel together, so two connections carry what two hundred callers ask.
const IDENTITY_CONNECTIONS = 2;

export interface Pools {
  app: Pool;
  identity: Pool;
  end(): Promise<void>;
}

/** Logs in as the two roles that own nothing. Neither can become the other, nor the owner of the tables. */
export function openPools(databaseUrl: string, secret: string, connections: number, onError: (error: Error) => void): Pools {
  const open = (role: string, max: number, settings: string) => {
    const pool = new Pool({
      ...connectionAs(databaseUrl, role, rolePassword(secret, role)),
      max,
      pipeline: true,
      connectionTimeoutMillis: POOL_WAIT_MS,
      idleTimeoutMillis: 30_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_WAIT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      application_name: role,
      // Whoever means to write says so when they begin.
      options: `-c default_transaction_read_only=on ${settings}`,
    });
    // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
    pool.on("error", onError);
    // The same for one that breaks in the middle of a transaction, between two statements: the next statement fails by itself.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  };
  const app = open(APP_ROLE, connections, "");
  // A few look-ups, always the same. Left to itself PostgreSQL plans them anew every time, because it hopes that a list is short:
  // 0.7 ms before every call, where one plan for all takes 0.1.
  const identity = open(IDENTITY_ROLE, IDENTITY_CONNECTIONS, "-c plan_cache_mode=force_generic_plan");
  return {
    app,
    identity,
    end: async () => {
      await Promise.all([app.end(), identity.end()]);
    },
  };
}

/** The roles' passwords follow from the installation's secret, so an operator has one secret to keep. */
export const rolePassword = (secret: string, role: string) =>
  createHmac("sha256", secret).update(`database role ${role}`).digest("base64url");

function connectionAs(databaseUrl: string, user: string, password: string) {
  const url = new URL(databaseUrl);
  url.username = user;
  url.password = password;
  return { connectionString: url.toString() };
}
