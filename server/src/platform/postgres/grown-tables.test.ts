import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { inService } from "../../../test/service.ts";
import { analyzeGrownTables } from "./grown-tables.ts";

test(
  "PostgreSQL looks again at a table that has more than doubled, and not at one that grew by less",
  inService(async ({ database }) => {
    /** What a connection changed is counted when it ends. */
    const asOwner = async (sql: string) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query<{ rows: number }>(sql).finally(() => client.end());
      return rows[0]?.rows;
    };
    const grow = (rows: number) => asOwner(`insert into grown select gen_random_uuid(), 'text' from generate_series(1, ${rows})`);
    const known = () => asOwner("select reltuples::int as rows from pg_class where relname = 'grown'");
    const isLookedAt = async () => (await analyzeGrownTables(database.url)).includes("grown");
    await asOwner("create table grown (id uuid primary key, text text) with (autovacuum_enabled = false)");

    await grow(100);
    assert.equal(await isLookedAt(), false, "few rows need no plan");
    await grow(400);
    assert.equal(await isLookedAt(), true);
    assert.equal(await known(), 500);
    await grow(400);
    assert.equal(await isLookedAt(), false);
    await grow(200);
    assert.equal(await isLookedAt(), true);
    assert.equal(await known(), 1_100);
  }),
);
