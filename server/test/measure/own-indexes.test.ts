import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { asSystem } from "../../src/platform/as-system.ts";
import { createIndexMaker } from "../../src/platform/postgres/index-maker.ts";
import { DATABASE_LOCKS } from "../../src/platform/postgres/lock-spaces.ts";
import { sharedService, type Person } from "../service.ts";
import { recordJobs } from "../../src/features/records/query/own-indexes.ts";

const service = sharedService();
const FAMILY = "records_own_";

/** An Admin whose company has a number field of its own and so many deals, written directly. */
async function given(deals: number) {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "deal", key: "score", label: "Score", field_type: "number" });
  const { rows } = await inDatabase((client) =>
    client.query<{ company: string; type: string }>(
      "select t.company_id as company, t.id as type from record_types t join users u on u.company_id = t.company_id where u.email = $1 and t.key = 'deal'",
      [ada.email],
    ),
  );
  const [{ company, type } = { company: "", type: "" }] = rows;
  await inDatabase((client) =>
    client.query(
      `insert into records (company_id, id, type_id, title, data, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'Deal ' || n, jsonb_build_object('score', n), now(), now() from generate_series(1, $3) as n`,
      [company, type, deals],
    ),
  );
  return { ada, payload: { company, type, field: "score", kind: "number" } };
}

async function inDatabase<Answer>(work: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client({ connectionString: service().database.superuserUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("it did not come about in a minute");
}

const ownIndexes = async () =>
  (
    await inDatabase((client) =>
      client.query<{ name: string }>("select indexname as name from pg_indexes where starts_with(indexname, $1)", [FAMILY]),
    )
  ).rows;

async function runJob(payload: { company: string }): Promise<void> {
  for (const { run } of recordJobs({ createIndex: createIndexMaker(service().database.url) })) {
    await run({ call: asSystem(service().app.execute, payload.company), signal: new AbortController().signal }, payload);
  }
}

const firstScores = async (ada: Person) =>
  (await ada.call("records.list", { type: "deal", filter: "score>=40000", sort: "score", limit: 2 })).items.map(
    ({ values }) => values["score"],
  );

test("a large company's own field gets an index, which its lists then use; a small one's does not", async () => {
  const small = await given(10);
  await runJob(small.payload);
  assert.deepEqual(await ownIndexes(), []);

  const { ada, payload } = await given(50_001);
  await runJob(payload);
  await runJob(payload);
  const [index, ...others] = await ownIndexes();
  assert.ok(index && others.length === 0);
  const before = await scansOf(index.name);
  assert.deepEqual(await firstScores(ada), [40_000, 40_001]);
  // PostgreSQL counts with a delay of up to a second or so.
  await until(async () => (await scansOf(index.name)) > before);
});

async function scansOf(index: string): Promise<number> {
  const { rows } = await inDatabase((client) =>
    client.query<{ scans: string }>(
      "select coalesce(pg_stat_get_xact_numscans($1::regclass), 0) + pg_stat_get_numscans($1::regclass) as scans",
      [index],
    ),
  );
  return Number(rows[0]?.scans);
}

test("a list that was stopped by the time limit still enqueues the index", async () => {
  const { ada } = await given(1);
  const asked = () => inDatabase((client) => client.query("select from jobs where name = 'records.makeIndex'"));
  const before = (await asked()).rowCount ?? 0;
  await inDatabase(async (client) => {
    await client.query("begin; lock table records in access exclusive mode");
    await assert.rejects(firstScores(ada), { code: "busy" });
    await client.query("rollback");
  });
  await until(async () => ((await asked()).rowCount ?? 0) > before);
});

test("an invalid index is created again, up to the maximum number, and never two at once", async () => {
  const make = createIndexMaker(service().database.url);
  const wanted = { family: "notes_own_", name: "notes_own_1", table: "notes", columns: "author_id", where: "deleted_at is null", most: 1 };
  assert.equal(await make(wanted), "made");
  assert.equal(await make(wanted), "there");
  await inDatabase((client) => client.query("update pg_index set indisvalid = false where indexrelid = 'notes_own_1'::regclass"));
  await inDatabase(async (client) => {
    // Whoever makes an index waits for those who are writing to the table.
    await client.query("begin; lock table notes in row exclusive mode");
    const first = make(wanted);
    await until(async () => {
      const held = await client.query("select from pg_locks where locktype = 'advisory' and objid = $1 and granted", [
        DATABASE_LOCKS.createIndexes,
      ]);
      return (held.rowCount ?? 0) > 0;
    });
    assert.equal(await make(wanted), "busy");
    await client.query("rollback");
    assert.equal(await first, "made");
  });
  assert.equal(await make({ ...wanted, name: "notes_own_2" }), "full");
});
