import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { migrate } from "../../platform/postgres/migrate.ts";
import { newId } from "../../platform/random.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");

test("after an upgrade nobody is told of what happened before, and each company's look at its tasks begins then", async (t) => {
  const older = await mkdtemp(join(tmpdir(), "migrations-"));
  t.after(() => rm(older, { recursive: true }));
  for (const file of await readdir(MIGRATIONS)) if (file < "0080") await cp(join(MIGRATIONS, file), join(older, file));
  const database = await cloneDatabase("template0");
  t.after(() => database.drop());
  await migrate(database.url, TEST_SECRET, older);
  await database.query("insert into companies (id, name, created_at) values ($1, 'Old', now() - interval '1 year')", [newId()]);
  const [before] = await database.query("select now() as at");
  await migrate(database.url, TEST_SECRET);
  const rounds = await database.query("select told_until >= $1 as is_later, next_at = told_until as is_due from notification_rounds", [
    before?.["at"],
  ]);
  assert.deepEqual(rounds, [{ is_later: true, is_due: true }]);
  assert.deepEqual(await database.query("select from notifications"), []);
  assert.deepEqual(await database.query("select from pg_policy where polname = 'migrating'"), [], "the companies stay hidden");
});
