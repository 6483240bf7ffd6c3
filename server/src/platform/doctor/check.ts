import type { Client } from "pg";
import type { Pooler } from "../postgres/pooling.ts";

/** `note` is worth knowing and keeps nothing from working; `bad` is to be repaired before people rely on the installation. */
export type Finding = { state: "ok" | "note" | "bad"; says: string; todo?: string };

/** What is looked at: the database as its owner, and what the configuration says of it. */
export interface Installation {
  client: Client;
  databaseUrl: string;
  /** What the nodes connect to, if it is not the same. */
  pooler?: Pooler;
  secret: string;
  /** While the secret is changed. */
  otherSecret?: string | undefined;
  baseUrl: string;
  hasMail: boolean;
}

export interface Check {
  name: string;
  look(installation: Installation): Promise<Finding>;
}

export const ok = (says: string): Finding => ({ state: "ok", says });
export const note = (says: string, todo: string): Finding => ({ state: "note", says, todo });
export const bad = (says: string, todo: string): Finding => ({ state: "bad", says, todo });

/** The first row of an answer. */
export async function rowOf<Row extends object>(client: Client, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query<Row>(text, values);
  if (!rows[0]) throw new Error("PostgreSQL gave no row.");
  return rows[0];
}

export const settingOf = async (client: Client, name: string) =>
  (await rowOf<{ value: string }>(client, "select current_setting($1) as value", [name])).value;
