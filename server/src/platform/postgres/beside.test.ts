import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { besideOf } from "./beside.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");
const NEWEST =
  readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .at(-1) ?? "";

test("a migration that may not run beside the nodes of the last one is refused with what to do, and nothing is applied", async (t) => {
  const { database, folder } = await withMigrations(t, {
    "9001_first.sql": "create table first_of_release (id int);",
    "9002_second.sql": "-- Drops what older nodes read.\n-- beside: 9001_first.sql\ncreate table second_of_release (id int);",
  });
  await assert.rejects(() => migrate(database.url, TEST_SECRET, folder), {
    message: new RegExp(
      `^9002_second.sql cannot run beside nodes that are older than 9001_first.sql, and .* last migrated to ${NEWEST}.*--nodes-stopped$`,
      "s",
    ),
  });
  assert.deepEqual(await database.query("select to_regclass('first_of_release') as found"), [{ found: null }]);

  assert.deepEqual(await migrate(database.url, TEST_SECRET, folder, undefined, { areNodesStopped: true }), [
    "9001_first.sql",
    "9002_second.sql",
  ]);
});

test("it runs where the release before it was there, and in a new installation", async (t) => {
  const { database, folder } = await withMigrations(t, { "9001_first.sql": "create table first_of_release (id int);" });
  assert.deepEqual(await migrate(database.url, TEST_SECRET, folder), ["9001_first.sql"]);
  writeFileSync(join(folder, "9002_second.sql"), "-- beside: 9001_first.sql\ncreate table second_of_release (id int);");
  assert.deepEqual(await migrate(database.url, TEST_SECRET, folder), ["9002_second.sql"]);

  const empty = await cloneDatabase("template0");
  t.after(() => empty.drop());
  assert.equal((await migrate(empty.url, TEST_SECRET, folder)).at(-1), "9002_second.sql");
});

test("only the comment at the head of a file says so", () => {
  assert.equal(besideOf({ name: "", text: "select 1;\n-- beside: 0001_a.sql\n" }), undefined);
  assert.equal(besideOf({ name: "", text: "-- in batches: jobs\n-- beside: 0001_a.sql\nselect 1;" }), "0001_a.sql");
});

async function withMigrations(t: TestContext, files: Record<string, string>) {
  const database = await cloneDatabase();
  const folder = mkdtempSync(join(tmpdir(), "kith-migrations-"));
  t.after(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { database, folder };
}
