import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { inService, type Person, type Service } from "../service.ts";
import { measured, stopwatch } from "../measured.ts";

const PARALLEL = 14;

/** One organization with 3,000 contacts, written past the service: only their number matters. */
async function crowd(service: Service, admin: Person): Promise<void> {
  const { record } = await admin.call("records.create", { type: "organization", values: { name: "Crowd" } });
  await admin.call("records.create", { type: "contact", values: { name: "First", organization: record.id } });
  await service.database.query(`
    with first as (select r.*, l.field_id, l.to_id from records r join record_links l on l.company_id = r.company_id and l.from_id = r.id
                   join users u on u.company_id = r.company_id where u.email = '${admin.email}'),
    made as (insert into records (company_id, id, type_id, title, owner_id, data, version, created_at, updated_at, search)
             select company_id, gen_random_uuid(), type_id, 'Contact', owner_id, '{}', 1, now(), now(), 'contact'
             from first, generate_series(1, 3000) returning company_id, id)
    insert into record_links (company_id, field_id, from_id, to_id)
    select made.company_id, first.field_id, made.id, first.to_id from made, first`);
  await service.database.query("analyze records, record_links");
}

measured(
  "14 slow filters of one company leave connections to another, and the node stays ready",
  inService(async (service, t) => {
    const attacker = await service.given.admin();
    const victim = await service.given.admin();
    await crowd(service, attacker);
    const attack = Promise.all(
      Array.from({ length: PARALLEL }, () => attacker.post("records.list", { type: "contact", filter: "count(organization.contacts)>1" })),
    );
    const answers: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < 10; round++) {
      const took = stopwatch();
      answers.push((await victim.post("records.list", { type: "contact" })).status);
      times.push(took());
      answers.push((await fetch(`${service.url}/readyz`)).status);
    }
    t.diagnostic(`the victim's calls took ${times.map(Math.round).join(", ")} ms`);
    assert.deepEqual(
      answers.filter((status) => status !== 200),
      [],
    );
    const attacked = (await attack).map(({ status }) => status);
    t.diagnostic(`the attacker got ${attacked.join(", ")}`);
  }),
);

measured(
  "count() of 3,001 colleagues stops at the second",
  inService(async (service, t) => {
    const attacker = await service.given.admin();
    await crowd(service, attacker);
    const took = stopwatch();
    const found = await attacker.call("records.list", {
      type: "contact",
      filter: "count(organization.contacts)>1",
      limit: 100,
      count: "exact",
    });
    const ms = took();
    t.diagnostic(`one call took ${ms.toFixed(0)} ms`);
    assert.equal(found.count?.value, 3_001);
    assert.ok(ms < 1_500, `${ms.toFixed(0)} ms`);
  }),
);

test(
  "readiness looks at the application's own connections: with none free the node is not ready",
  inService(
    async (service) => {
      const ada = await service.given.admin();
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
      const release = await holdTypes(service);
      const waiting = Promise.all(Array.from({ length: 3 }, () => ada.post("types.update", { type: "deal", label: "Bargain" })));
      await setTimeout(300);
      try {
        assert.equal((await fetch(`${service.url}/readyz`)).status, 503);
      } finally {
        await release();
      }
      await waiting;
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    },
    { env: { DATABASE_CONNECTIONS: "1" } },
  ),
);

/** Locks the event log, so that a change waits for as long as a call may wait for a lock. */
async function holdTypes(service: Service): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: service.database.superuserUrl });
  await client.connect();
  await client.query("begin; lock table events in access exclusive mode");
  return () => client.end();
}
