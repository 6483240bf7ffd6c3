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
const WRITTEN = "* 3 * 4\n  #12 **as it is** @Mara";

test("after an upgrade the notes of before are plain text, mention nobody and are not pinned", async (t) => {
  const older = await mkdtemp(join(tmpdir(), "migrations-"));
  t.after(() => rm(older, { recursive: true }));
  for (const file of await readdir(MIGRATIONS)) if (file < "0100") await cp(join(MIGRATIONS, file), join(older, file));
  const database = await cloneDatabase("template0");
  t.after(() => database.drop());
  await migrate(database.url, TEST_SECRET, older);
  const [company, type, record] = [newId(), newId(), newId()];
  await database.query("insert into companies (id, name, created_at) values ($1, 'Old', now())", [company]);
  await database.query(
    `insert into record_types (company_id, id, key, label, label_plural, icon, position, created_at)
     values ($1, $2, 'deal', 'Deal', 'Deals', 'box', 0, now())`,
    [company, type],
  );
  await database.query(
    "insert into records (company_id, id, type_id, title, data, created_at, updated_at) values ($1, $2, $3, 'Old', '{}', now(), now())",
    [company, record, type],
  );
  await database.query("insert into notes (company_id, id, record_id, text, created_at) values ($1, $2, $3, $4, now())", [
    company,
    newId(),
    record,
    WRITTEN,
  ]);
  await migrate(database.url, TEST_SECRET);
  const notes = await database.query("select text, format, mentions, pinned_at from notes");
  assert.deepEqual(notes, [{ text: WRITTEN, format: "text", mentions: [], pinned_at: null }]);
});
