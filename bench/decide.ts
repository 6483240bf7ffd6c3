import { Client } from "pg";
import { startPostgres } from "../scripts/postgres.ts";
import { showId } from "../server/src/platform/ids.ts";
import { newId } from "../server/src/platform/random.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { companyOf, routeIn, routingFeature, ruleFor } from "../server/test/lead-routing.ts";
import { startService, type Service } from "../server/test/service.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { compare, type Subject } from "./compare.ts";

// How many leads a second are decided in one company, by 20 callers with one lead each and by batches as taking makes them, and in a
// hundred companies at once. Beside it a bare transaction that sets the owner of one record, from as many connections.
// The processors bound all of these. Whether companies wait for each other is seen where nothing else bounds them: with a commit that takes
// three seconds, one company decides one lead after the other, and a hundred companies a hundred leads in the same time.
const CALLERS = 20;
const LEADS = Number(process.env["LEADS"] ?? 300);
const COMPANIES = 100;
const BATCH = 50;
const COMMIT_SECONDS = 3;

interface Company {
  id: string;
  owner: string;
  leads: string[];
}

const cluster = await startPostgres({ isDurable: true });
process.env["TEST_CLUSTER"] = cluster.url;
process.env["TEST_SUPERUSER"] = cluster.superuserUrl;
await migrate(cluster.url, TEST_SECRET);
const service = await startService({
  extraFeatures: [routingFeature],
  env: { DATABASE_CONNECTIONS: String(COMPANIES + 5), LOG_LEVEL: "error" },
});
try {
  const companies: Company[] = [];
  for (let at = 0; at < COMPANIES + 1; at++) companies.push(await makeCompany(service, at === 0 ? LEADS : 20));
  const [one, ...others] = companies;
  if (!one) throw new Error("there is no company");
  const many = others.flatMap((company) => company.leads.slice(0, Math.ceil(LEADS / COMPANIES) * 3).map((lead) => ({ company, lead })));
  await compare({
    bench: "decide",
    base: "bare",
    rounds: 3,
    // 150 a second in one company, in batches as leads are taken, and a hundred companies at once no slower than one.
    goals: { "one in batches/goal": 1, "hundred/one": 1, "hundred, slow commit/one, slow commit": 90 },
    subjects: [
      { name: "bare", measure: () => bare(one) },
      { name: "goal", measure: async () => 150 },
      { name: "one", measure: () => decided(one.leads.map((lead) => [one, [lead]])) },
      { name: "one in batches", against: "goal", measure: () => decided(batches(one)) },
      { name: "hundred", against: "one", measure: () => decided(many.map(({ company, lead }) => [company, [lead]])) },
      { name: "one, slow commit", measure: () => decidedSlowly([one]) },
      { name: "hundred, slow commit", against: "one, slow commit", measure: () => decidedSlowly(others) },
    ] satisfies Subject[],
  });
} finally {
  await service.close();
  await cluster.stop();
}

async function makeCompany(at: Service, leads: number): Promise<Company> {
  const ada = await at.given.admin();
  const id = await companyOf(ada);
  await ada.call("leadSending.saveRules", {
    rules: [
      ruleFor([ada], { name: "Key accounts", filter: "company:fernhill", caps: [{ per: "day", most: 50 }] }),
      ruleFor([ada], { name: "Fair", filter: "campaign:fair source:event", per_person: [{ per: "day", most: 20 }] }),
      ruleFor([ada], { name: "Hours", hours: { zone: "Europe/Berlin", days: [1], from: "03:00", to: "03:01" } }),
      ruleFor([ada], { name: "By relation", filter: "contact.organization.name~fernhill" }),
      ruleFor([ada], { name: "Everyone", caps: [{ per: "day", most: 1_000_000 }] }),
    ],
  });
  const ids = Array.from({ length: leads }, () => newId());
  const [owner] = await at.database.query("select id from users where company_id = $1", [id]);
  await at.database.query(
    `insert into records (company_id, id, type_id, title, data, search, version, created_at, updated_at)
     select $1, lead, t.id, 'Lead', '{"company":"Corrin Dairy"}', 'lead corrin dairy', 1, now(), now()
     from unnest($2::uuid[]) as lead, record_types t where t.company_id = $1 and t.key = 'lead'`,
    [id, ids],
  );
  return { id, owner: String(owner?.["id"]), leads: ids };
}

function batches(company: Company): [Company, string[]][] {
  const parts = Math.ceil(company.leads.length / BATCH);
  return Array.from({ length: parts }, (_, at) => [company, company.leads.slice(at * BATCH, (at + 1) * BATCH)]);
}

/** Leads decided in a second. */
async function decided(calls: [Company, string[]][]): Promise<number> {
  // As new leads are: without an owner, so that the owner is written too.
  await service.database.query("update records set owner_id = null where owner_id is not null and title = 'Lead'");
  const waiting = [...calls];
  const total = calls.reduce((sum, [, leads]) => sum + leads.length, 0);
  const started = performance.now();
  const caller = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [company, leads] = next;
      await routeIn(service, company.id)({ leads: leads.map((lead) => showId("rec", lead)) });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (total / (performance.now() - started)) * 1_000;
}

/** Leads decided in a second by one caller a company, where every commit takes a while. */
async function decidedSlowly(at: Company[]): Promise<number> {
  await service.database.query(`
    create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(${COMMIT_SECONDS}); return null; end $$;
    create constraint trigger take_time after insert on lead_decisions deferrable initially deferred for each row execute function take_time()`);
  const started = performance.now();
  await Promise.all(
    at.map(async (company) => {
      for (const lead of company.leads.slice(0, 3)) await routeIn(service, company.id)({ leads: [showId("rec", lead)] });
    }),
  );
  const rate = ((at.length * 3) / (performance.now() - started)) * 1_000;
  await service.database.query("drop function take_time cascade");
  return rate;
}

/** Transactions a second that set the owner of one record each. */
async function bare({ id, owner, leads }: Company): Promise<number> {
  const clients = Array.from({ length: CALLERS }, () => new Client({ connectionString: service.database.superuserUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const waiting = [...leads];
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let lead = waiting.shift(); lead; lead = waiting.shift()) {
        await client.query("begin");
        await client.query({
          name: "own",
          text: "update records set owner_id = $3, version = version + 1, updated_at = now() where company_id = $1 and id = $2",
          values: [id, lead, owner],
        });
        await client.query("commit");
      }
    }),
  );
  const rate = (leads.length / (performance.now() - started)) * 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}
