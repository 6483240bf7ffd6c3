import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { giveForm } from "../../../test/leads/forms.ts";
import { sharedService, TEST_ROLES } from "../../../test/service.ts";
import type { Statement, Tx } from "../../kernel/database.ts";
import { nameRoles } from "../../platform/postgres/roles.ts";
import { FIND_FORM } from "./intake/find-form.ts";
import { SUBMISSION_STATES } from "./submission-operations.ts";
import { list } from "./submission-store.ts";

const service = sharedService();
const MANY = 40_000;
const PAGE = 25;

interface Plan {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Over all nodes that read a table or an index. */
function rowsRead({ Plans: parts = [], ...plan }: Plan): number {
  const own = parts.length === 0 ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0;
  return parts.reduce((sum, one) => sum + rowsRead(one), own);
}

test("a page of submissions reads a page, whatever else the company holds", async () => {
  const ada = await service().given.admin();
  const [flooded, quiet] = [await giveForm(ada, { name: "Flooded" }), await giveForm(ada, { name: "Quiet" })];
  const { query } = service().database;
  // Nearly all are held, of one form; a few of the other were dropped long ago.
  const fill = (publicId: string, state: string, count: number, since: string) =>
    query(
      `insert into lead_submissions (company_id, id, source_id, dedupe_key, received_at, state, state_at, given)
       select company_id, uuid_at(now() - $4::interval + n * interval '1 ms'), id, 'k' || $2 || n, now(), $2, now(), '{"name":"x"}'
       from lead_sources, generate_series(1, $3::int) n where public_id = $1`,
      [publicId, state, count, since],
    );
  await fill(quiet.public_id, "dropped", 5, "9 days");
  await fill(flooded.public_id, "dropped", 5, "8 days");
  await fill(flooded.public_id, "held", MANY, "2 days");
  await query("analyze lead_submissions");
  const company = String((await query("select company_id from lead_sources where public_id = $1", [quiet.public_id]))[0]?.["company_id"]);
  const sourceIds = await query("select id, public_id from lead_sources where company_id = $1", [company]);
  const idOf = (form: { public_id: string }) => String(sourceIds.find((row) => row["public_id"] === form.public_id)?.["id"]);
  const cases = [
    { source: undefined, states: SUBMISSION_STATES, found: PAGE },
    { source: undefined, states: ["dropped"], found: 10 },
    { source: undefined, states: ["taken"], found: 0 },
    { source: idOf(quiet), states: SUBMISSION_STATES, found: 5 },
    { source: idOf(flooded), states: ["dropped"], found: 5 },
    { source: idOf(quiet), states: ["held"], found: 0 },
    { source: idOf(flooded), states: ["held"], found: PAGE },
  ];
  for (const { found, ...wanted } of cases) {
    const read = await explained(company, (tx) => list(tx, company, wanted, undefined, PAGE));
    assert.equal(read.rows, found);
    assert.ok(read.read <= 12 * PAGE, `${JSON.stringify(wanted)} reads ${read.read} rows`);
  }
});

test("a form is found through the index of its address", async () => {
  const client = new Client({ connectionString: service().database.superuserUrl });
  await client.connect();
  try {
    await client.query(nameRoles("set role kith_identity; set enable_seqscan = off", TEST_ROLES));
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${FIND_FORM.text.replace("$1::bytea[]", "'{}'::bytea[]")}`);
    assert.match(rows.map((row) => row["QUERY PLAN"]).join("\n"), /Index Cond: \(public_id = asked\.public_id\)/);
  } finally {
    await client.end();
  }
});

/** Runs a store's statement as the application does, and says how many rows it found and read. */
async function explained(company: string, run: (tx: Tx) => Promise<unknown>): Promise<{ rows: number; read: number }> {
  const client = new Client({ connectionString: service().database.superuserUrl });
  await client.connect();
  let plan: Plan | undefined;
  const tx: Tx = {
    async query<Row>(sql: string | Statement, values: unknown[] = []) {
      const text = typeof sql === "string" ? sql : sql.text;
      const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(`explain (analyze, format json) ${text}`, values);
      plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      return [] as Row[];
    },
  };
  try {
    await client.query(nameRoles("set role kith_app", TEST_ROLES));
    await client.query("select set_config('app.company_id', $1, false)", [company]);
    await run(tx);
    assert.ok(plan);
    return { rows: plan["Actual Rows"], read: rowsRead(plan) };
  } finally {
    await client.end();
  }
}
