import { Client, DatabaseError } from "pg";
import type { Pooler } from "./pooling.ts";
import { urlAs } from "./roles.ts";

const CONNECT_MS = 5_000;
// In this order two connections that are given whichever backend is free cannot each keep one of their own, even in strict rotation.
const TURNS = [0, 1, 1, 0, 0, 0, 1, 0, 1, 1] as const;
const MANY_BACKENDS = 100;

type Announced = Pooler["pooling"];

interface Found {
  namesStatements: boolean;
}

const POOLED = `DATABASE_URL leads to a pooler that pools by transaction or by statement. Reads set their company on the connection, so
through it they would be answered with another company's view: short, or empty, without an error. Set pool_mode = session, give Kith
PostgreSQL's own address, or set DATABASE_POOLING=transaction and DATABASE_DIRECT_URL (docs/operating.md, "A pooler").`;

const BY_STATEMENT = `DATABASE_URL leads to a pooler that pools by statement: it takes no transactions, and Kith cannot work through it. Set
pool_mode = transaction (docs/operating.md, "A pooler").`;

const NOT_SET_UP = `The database role has none of its settings (statement_timeout and the like). Run "main.js migrate" first; a pooler must not
reset what is set on the role.`;

/**
 * Refuses a database behind a pooler that changes the backend under an open connection. Returns nothing, and refuses nothing, while the database
 * cannot be reached: then it is to be asked again before the node is ready. Where one that pools by transaction was announced, each read has a
 * transaction, and what remains to be known is whether it keeps prepared statements.
 */
export async function checkPooling(databaseUrl: string, secret: string, announced: Announced = "session"): Promise<Found | undefined> {
  const connectionString = urlAs(databaseUrl, secret, "app");
  const [one, two] = [0, 1].map(() => new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS })) as [
    Client,
    Client,
  ];
  try {
    for (const client of [one, two]) client.on("error", () => undefined);
    await Promise.all([one.connect(), two.connect()]);
    const { rows } = await one.query<{ is: string }>("select current_setting('default_transaction_read_only') as is");
    if (announced === "session" && (await changesBackends(one, two))) throw new Refused(POOLED);
    if (rows[0]?.is !== "on") throw new Refused(NOT_SET_UP);
    return { namesStatements: announced === "session" || (await keepsStatements(one, two)) };
  } catch (error) {
    if (error instanceof Refused) throw error;
    // As PgBouncer says it: "transaction blocks not allowed in statement pooling mode".
    if (error instanceof Error && /statement pooling/.test(error.message)) throw new Refused(BY_STATEMENT);
    return undefined;
  } finally {
    await Promise.all([one, two].map((client) => client.end().catch(() => undefined)));
  }
}

class Refused extends Error {}

const backendOf = async (client: Client) => (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;

async function changesBackends(...clients: [Client, Client]): Promise<boolean> {
  const [first, second]: [Set<unknown>, Set<unknown>] = [new Set(), new Set()];
  for (const turn of TURNS) (turn === 0 ? first : second).add(await backendOf(clients[turn]));
  return first.size > 1 || second.size > 1 || [...first].some((pid) => second.has(pid));
}

/**
 * Whether a statement that one client has named is there for it alone, whichever backend serves it. The other client is given that backend sooner
 * or later, and uses the same name: without a pooler that keeps names apart, the backend has it already.
 */
async function keepsStatements(one: Client, two: Client): Promise<boolean> {
  const named = { name: "kith_pooling", text: "select pg_backend_pid() as pid" };
  try {
    for (let tries = 0; tries < MANY_BACKENDS; tries++) {
      const first = (await one.query<{ pid: number }>(named)).rows[0]?.pid;
      await two.query("begin");
      const isSame = (await backendOf(two)) === first;
      if (isSame) await two.query(named);
      await two.query("commit");
      if (isSame) return true;
    }
    return true; // Each keeps its own backend: it pools by session.
  } catch (error) {
    if (error instanceof DatabaseError && ["26000", "42P05"].includes(error.code ?? "")) return false;
    throw error;
  }
}
