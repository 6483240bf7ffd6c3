import { createHmac } from "node:crypto";
import { Pool } from "pg";

export const APP_ROLE = "kith_app";
export const IDENTITY_ROLE = "kith_identity";

const STATEMENT_TIMEOUT_MS = 5_000;
// A database that does not answer cannot apply its own timeout: then we close the connection, a second later.
const ANSWER_WAIT_MS = 6_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const POOL_WAIT_MS = 2_000;
// Identity look-ups are sent in batches, so two connections serve two hundred callers.
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
      // A transaction that writes begins with `begin read write`.
      options: `-c default_transaction_read_only=on ${settings}`,
    });
    // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
    pool.on("error", onError);
    // The same for one that breaks in the middle of a transaction, between two statements: the next statement fails by itself.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  };
  const app = open(APP_ROLE, connections, "");
  // A few look-ups, always the same. By default PostgreSQL plans them again every time, because it expects a short list:
  // 0.7 ms before every call, where one generic plan takes 0.1 (bench:auth, me/bare).
  const identity = open(IDENTITY_ROLE, IDENTITY_CONNECTIONS, "-c plan_cache_mode=force_generic_plan");
  return {
    app,
    identity,
    end: async () => {
      await Promise.all([app.end(), identity.end()]);
    },
  };
}

/** The roles' passwords are derived from the installation's secret, so an operator has one secret to keep. */
export const rolePassword = (secret: string, role: string) =>
  createHmac("sha256", secret).update(`database role ${role}`).digest("base64url");

function connectionAs(databaseUrl: string, user: string, password: string) {
  const url = new URL(databaseUrl);
  url.username = user;
  url.password = password;
  return { connectionString: url.toString() };
}
