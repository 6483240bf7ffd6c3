import { Client, escapeIdentifier } from "pg";
import { asOwner, otherOwnerOf } from "./table-owner.ts";
import { DATABASE_LOCKS } from "./lock-spaces.ts";

interface WantedIndex {
  /** The common start of their names: these indexes are counted together. */
  family: string;
  name: string;
  table: string;
  /** The indexed expressions, and the condition of a partial index: SQL of our own. */
  columns: string;
  where: string;
  most: number;
}

export type CreateIndex = (wanted: WantedIndex) => Promise<"made" | "there" | "full" | "busy">;

/**
 * Creates an index as the owner of the tables, without blocking reads or writes. One at a time: a second caller gets "busy"
 * and does not wait. An index that a dead process left invalid is created again.
 */
export function createIndexMaker(databaseUrl: string): CreateIndex {
  return async ({ family, name, table, columns, where, most }) => {
    const client = new Client({ connectionString: databaseUrl, application_name: "kith_indexes" });
    await client.connect();
    try {
      const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [DATABASE_LOCKS.createIndexes]);
      if (!rows[0]?.free) return "busy";
      const known = await client.query<{ name: string; valid: boolean }>(
        `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = $1::regclass and starts_with(c.relname, $2)`,
        [table, family],
      );
      const same = known.rows.find((row) => row.name === name);
      if (same?.valid) return "there";
      if (!same && known.rows.length >= most) return "full";
      const quoted = escapeIdentifier(name);
      const make = async () => {
        if (same) await client.query(`drop index concurrently ${quoted}`);
        await client.query(`create index concurrently ${quoted} on ${escapeIdentifier(table)} (${columns}) where ${where}`);
        await client.query(`analyze ${escapeIdentifier(table)}`);
      };
      const owner = await otherOwnerOf(client, table);
      await (owner === undefined ? make() : asOwner(client, owner, make));
      return "made";
    } finally {
      await client.end();
    }
  };
}
