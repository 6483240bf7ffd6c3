import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../../test/service.ts";
import { migrate } from "../../../platform/postgres/migrate.ts";
import { newId } from "../../../platform/random.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../../migrations");

test("after an upgrade a record that was merged several times is part of the last one, also when that one goes for good", async (t) => {
  const older = await mkdtemp(join(tmpdir(), "migrations-"));
  t.after(() => rm(older, { recursive: true }));
  for (const file of await readdir(MIGRATIONS)) if (file < "0127") await cp(join(MIGRATIONS, file), join(older, file));
  const database = await cloneDatabase("template0");
  t.after(() => database.drop());
  await migrate(database.url, TEST_SECRET, older);
  const [company, type] = [newId(), newId()];
  const ids = Array.from({ length: 5 }, () => newId());
  await database.query("insert into companies (id, name, created_at) values ($1, 'Old', now())", [company]);
  await database.query(
    `insert into record_types (company_id, id, key, label, label_plural, icon, position, created_at)
     values ($1, $2, 'deal', 'Deal', 'Deals', 'box', 0, now())`,
    [company, type],
  );
  // Each was merged into the next one, but for the last, which belongs to nobody.
  for (const [at, id] of ids.entries())
    await database.query(
      `insert into records (company_id, id, type_id, title, data, created_at, updated_at, deleted_at)
       values ($1, $2, $3, $4, '{}', now(), now(), case when $5 then now() - interval '31 days' end)`,
      [company, id, type, `Deal ${at}`, at < 3],
    );
  for (const at of [0, 1, 2]) await database.query("update records set merged_into = $1 where id = $2", [ids[at + 1], ids[at]]);

  await migrate(database.url, TEST_SECRET);
  const parts = async () => {
    const rows = await database.query("select r.title, p.title as whole from records r left join records p on p.id = r.part_of order by 1");
    return rows.map((row) => `${String(row["title"])}: ${String(row["whole"])}`);
  };
  assert.deepEqual(await parts(), ["Deal 0: Deal 3", "Deal 1: Deal 3", "Deal 2: Deal 3", "Deal 3: null", "Deal 4: null"]);
  // A server of the version before knows only `merged_into`.
  await database.query("update records set merged_into = $1, deleted_at = now() where id = $2", [ids[4], ids[3]]);
  assert.deepEqual(await parts(), ["Deal 0: Deal 4", "Deal 1: Deal 4", "Deal 2: Deal 4", "Deal 3: Deal 4", "Deal 4: null"]);
  await database.query("update records set merged_into = null, deleted_at = null where id = $1", [ids[3]]);
  assert.deepEqual(await parts(), ["Deal 0: Deal 3", "Deal 1: Deal 3", "Deal 2: Deal 3", "Deal 3: null", "Deal 4: null"]);
  await database.query("delete from records where id = $1", [ids[3]]);
  assert.deepEqual(await parts(), ["Deal 0: Deal 2", "Deal 1: Deal 2", "Deal 2: null", "Deal 4: null"]);
});
