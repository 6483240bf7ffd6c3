import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { FIND_KNOWN } from "../../src/features/leads/take/find-known.ts";
import { urlAs } from "../../src/platform/postgres/roles.ts";
import { inService } from "../service.ts";
import { giveForm } from "../leads/forms.ts";
import { companyOf, untilTaken, writeSubmissions } from "../website-leads.ts";

// Small in the normal suite; `npm run test:faults -- leads-known` makes a million leads.
const LEADS = process.env["FAULTS"] === "full" ? 1_000_000 : 20_000;
const BATCH = 50;

test(
  `who sent ${BATCH} messages is found among ${LEADS} leads by an index, in a plan that is made once for all`,
  { timeout: 900_000 },
  inService(async (service, t) => {
    const ada = await service.given.admin();
    const form = await giveForm(ada);
    const companyId = await companyOf(service, ada);
    const [type] = await service.database.query("select id from record_types where company_id = $1 and key = 'lead'", [companyId]);
    await service.database.query(
      `insert into records (company_id, id, type_id, title, stage, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'Lead ' || n, 'new', now(), now() from generate_series(1, ${LEADS}) as n`,
      [companyId, type?.["id"]],
    );
    await service.database.query(
      `insert into record_identifiers (company_id, type_id, kind, value, record_id)
       select company_id, type_id, 'email', replace(lower(title), ' ', '-') || '@example.org', id from records where company_id = $1`,
      [companyId],
    );
    await service.database.query("analyze records, record_identifiers");

    const app = new Client({ connectionString: urlAs(service.database.url, TEST_SECRET, "app") });
    await app.connect();
    try {
      await app.query("select set_config('app.company_id', $1, false)", [companyId]);
      await app.query("set plan_cache_mode = force_generic_plan");
      const wanted = Array.from({ length: BATCH }, (_, at) => ({
        kind: "email",
        value: `lead-${at * 7 + 1}@example.org`,
        type_id: type?.["id"],
        is_lead: true,
      }));
      const values = [companyId, JSON.stringify(wanted), ["qualified"]];
      const { rows } = await app.query<{ "QUERY PLAN": string }>(`explain (analyze) ${FIND_KNOWN.text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert.doesNotMatch(plan, /Seq Scan/, plan);
      assert.match(plan, /record_identifiers_pkey/);
      t.diagnostic(`${BATCH} addresses among ${LEADS}: ${/Execution Time: (\S+)/.exec(plan)?.[1]} ms`);
    } finally {
      await app.end();
    }

    const given = Array.from({ length: 200 }, (_, at) => ({ given: { name: "x", email: `lead-${at * 11 + 1}@example.org` } }));
    await writeSubmissions(service, companyId, form.id, given);
    const worker = await service.app.startWorker();
    const started = performance.now();
    await untilTaken(service, companyId, 60).finally(() => worker.stop());
    t.diagnostic(`200 touches: ${Math.round(performance.now() - started)} ms`);
    const [touched] = await service.database.query(
      "select count(*)::int as n from lead_submissions where company_id = $1 and kind = 'touch'",
      [companyId],
    );
    assert.equal(touched?.["n"], 200);
  }),
);
