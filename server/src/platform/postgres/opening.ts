import type { PoolClient } from "pg";
import { statement } from "../../kernel/database.ts";
import type { Opening } from "./driver-query.ts";

type Purpose = "read" | "write";

/** Sets the company of a connection, until the next use sets its own. */
export const SET_COMPANY = statement("set_company", "select set_config('app.company_id', $1, false)");
const BEGIN = statement("begin_write", "begin read write");
/** Until the end of the transaction. */
const SET_LOCAL_COMPANY = statement("set_local_company", "select set_config('app.company_id', $1, true)");

const STATEMENTS = { read: [SET_COMPANY], write: [BEGIN, SET_LOCAL_COMPANY] };

/** Connections on which they are prepared. */
const prepared = { read: new WeakSet<PoolClient>(), write: new WeakSet<PoolClient>() };

export const isPrepared = (client: PoolClient, purpose: Purpose) => prepared[purpose].has(client);

const valuesOf = ({ name }: Opening | { name: string }, company: string) => (name === BEGIN.name ? [] : [company]);

/** What the first statement of a use takes along. */
export const openingsOf = (purpose: Purpose, company: string): Opening[] =>
  STATEMENTS[purpose].map((one) => ({ name: one.name, values: valuesOf(one, company) }));

/** The same as statements by themselves, which prepares them: the first on a connection, and before a text that can take nothing along. */
export async function open(client: PoolClient, purpose: Purpose, company: string): Promise<void> {
  await Promise.all(STATEMENTS[purpose].map((one) => client.query({ ...one, values: valuesOf(one, company) })));
  prepared[purpose].add(client);
}
