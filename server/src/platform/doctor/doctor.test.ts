import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { examine, report, type Diagnosis } from "./doctor.ts";

const WITHOUT_MAIL = { secret: TEST_SECRET, baseUrl: "https://crm.example", hasMail: false };

async function databaseFrom(t: TestContext, template?: string) {
  const database = await cloneDatabase(template);
  t.after(() => database.drop());
  return database;
}

const stateOf = (found: Diagnosis[], name: string) => found.find((one) => one.name === name)?.state;

test("a migrated database has a line for each thing, and what is wrong says what to do", async (t) => {
  const database = await databaseFrom(t);
  const found = await examine({ ...WITHOUT_MAIL, databaseUrl: database.url });
  for (const name of ["PostgreSQL", "clock", "encoding", "collation", "extensions", "migrations", "indexes", "roles", "pooler", "address"])
    assert.equal(stateOf(found, name), "ok", JSON.stringify(found.find((one) => one.name === name)));
  // The PostgreSQL of the tests is fast and forgetful.
  assert.equal(stateOf(found, "durability"), "bad");
  assert.equal(stateOf(found, "mail"), "note");
  for (const { state, name, todo } of found) assert.equal(state === "ok", todo === undefined, name);
  const lines: string[] = [];
  assert.equal(
    report(found, (line) => lines.push(line)),
    false,
  );
  assert.match(lines.join("\n"), /^bad {3}durability .*fsync.*off\n +Set to on/m);
  assert.equal(lines.at(-1), "1 to repair");
});

test("a database that was never migrated is told apart from one with other roles", async (t) => {
  const empty = await databaseFrom(t, "template0");
  const found = await examine({ ...WITHOUT_MAIL, databaseUrl: empty.url });
  assert.deepEqual([stateOf(found, "migrations"), stateOf(found, "extensions")], ["bad", "bad"]);
  const database = await databaseFrom(t);
  const stranger = await examine({ ...WITHOUT_MAIL, secret: "of another installation altogether", databaseUrl: database.url });
  assert.deepEqual([stateOf(stranger, "migrations"), stateOf(stranger, "roles"), stateOf(stranger, "pooler")], ["ok", "bad", "bad"]);
});

test("what an upgrade of the system or an interruption left is found", async (t) => {
  const database = await databaseFrom(t);
  await database.query("update pg_database set datcollversion = '0.1' where datname = current_database()");
  await database.query("update pg_index set indisvalid = false where indexrelid = 'companies_pkey'::regclass");
  await database.query("delete from migrations where name = (select max(name) from migrations)");
  const found = await examine({ ...WITHOUT_MAIL, baseUrl: "http://crm.example", databaseUrl: database.url });
  assert.deepEqual(
    ["collation", "indexes", "migrations", "address"].map((name) => stateOf(found, name)),
    ["bad", "note", "bad", "bad"],
  );
});

test("a database that does not answer is one line, without its password", async () => {
  const found = await examine({ ...WITHOUT_MAIL, databaseUrl: "postgres://kith:opensesame@127.0.0.1:1/kith" });
  assert.deepEqual(
    found.map(({ name, state }) => [name, state]),
    [["database", "bad"]],
  );
  assert.doesNotMatch(JSON.stringify(found), /opensesame/);
});
