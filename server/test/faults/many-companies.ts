import { setTimeout } from "node:timers/promises";
import type { Member } from "../../src/kernel/actor.ts";
import { appendEvents } from "../../src/features/events/index.ts";
import { create as createRecord, recordId } from "../../src/features/records/operations.ts";
import { create as createWebhook } from "../../src/features/webhooks/operations.ts";
import { openPools } from "../../src/platform/postgres/pools.ts";
import { createDatabase } from "../../src/platform/postgres/transaction.ts";
import { newId } from "../../src/platform/random.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import type { Service } from "../service.ts";
import { eventOf } from "./ledger.ts";

const WRITERS = 8;

/** A company that has a record, and a webhook for its changes. */
export interface ReceivingCompany {
  companyId: string;
  recordId: string;
}

// Signing up a thousand companies from one place is refused, and rightly: these are copies of one.
const COPIES = {
  companies: "jsonb_build_object('id', n.id)",
  users: "jsonb_build_object('company_id', n.id, 'email', n.id || '@test.example')",
  record_types: "jsonb_build_object('company_id', n.id)",
  fields: "jsonb_build_object('company_id', n.id)",
};

/** A company for each address of a receiver; without an address, without a webhook. */
export async function givenCompanies(service: Service, urls: (string | undefined)[]): Promise<ReceivingCompany[]> {
  const ada = await service.given.admin();
  const [first] = await service.database.query("select company_id, id from users where email = $1", [ada.email]);
  const ids = urls.map(() => newId());
  for (const [table, changes] of Object.entries(COPIES)) {
    await service.database.query(
      `insert into ${table} select copy.* from ${table} o, unnest($1::uuid[]) as n (id), jsonb_populate_record(o, ${changes}) as copy
       where o.${table === "companies" ? "id" : "company_id"} = $2`,
      [ids, first?.["company_id"]],
    );
  }
  const companies: ReceivingCompany[] = [];
  for (const [at, companyId] of ids.entries()) {
    const admin = adminOf(companyId, String(first?.["id"]));
    const origin = { id: newId(), surface: "system" } as const;
    const deal = { type: "deal", values: { name: "Solar panels for the warehouse" } };
    const { record } = await service.app.execute(createRecord, admin, deal, origin);
    const url = urls[at];
    if (url) await service.app.execute(createWebhook, admin, { url, event_types: ["record.updated"] }, origin);
    companies.push({ companyId, recordId: recordId.decode(record.id) });
  }
  return companies;
}

const adminOf = (companyId: string, userId: string): Member => ({
  kind: "member",
  companyId,
  userId,
  role: "admin",
  name: "Ada",
  email: `${companyId}@test.example`,
  company: { name: "Company", timeZone: "UTC", schemaVersion: 1 },
  proof: { kind: "job" },
});

/** Writes events as the application does, one transaction each, evenly over time and companies. The answer counts them. */
export async function writeEvenly(databaseUrl: string, companies: ReceivingCompany[], perSecond: number, seconds: number): Promise<number> {
  const pools = openPools(databaseUrl, TEST_SECRET, WRITERS, () => undefined);
  const database = createDatabase(pools.app);
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  let next = 0;
  const write = async () => {
    for (let at = next++; at < total; at = next++) {
      await setTimeout(Math.max(0, (at * 1_000) / perSecond - (performance.now() - started)));
      const company = companies[at % companies.length];
      if (!company) return;
      const event = eventOf(company.companyId, { id: newId(), subject: company.recordId, seq: at });
      await database.write(company.companyId, (tx) => appendEvents(tx, [event]));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await pools.end();
  return total;
}
