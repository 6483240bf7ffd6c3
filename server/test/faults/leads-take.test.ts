import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inService, type Service } from "../service.ts";
import { giveForm } from "../leads/forms.ts";
import { companyOf, untilTaken, writeSubmissions } from "../website-leads.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- leads-take` runs the full sizes.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const BATCH = 500;

async function writeMany(service: Service, companyId: string, form: { id: string }, from: number, count: number, people: number) {
  for (let at = from; at < from + count; at += BATCH) {
    const sent = Array.from({ length: Math.min(BATCH, from + count - at) }, (_, index) => {
      const person = (at + index) % people;
      return { given: { name: `Person ${person}`, email: `person-${person}@example.org`, phone: `+4930901${String(100_000 + person)}` } };
    });
    await writeSubmissions(service, companyId, form.id, sent);
  }
}

test(
  `${size(400, 5_000)} submissions of half as many people, a worker killed every 250 ms: each person is one lead, each message is kept`,
  { timeout: 600_000 },
  inService(async (service, t) => {
    const messages = size(400, 5_000);
    const people = messages / 2;
    const ada = await service.given.admin();
    const form = await giveForm(ada);
    const companyId = await companyOf(service, ada);
    const workers = createWorkers(service.database.url, t);
    for (let count = 0; count < 3; count++) workers.start();
    await workers.ready();
    let kills = 0;
    const over = new AbortController();
    const killing = (async () => {
      while (!over.signal.aborted) {
        await setTimeout(250);
        if (!(await workers.killOldest())) continue;
        workers.start();
        kills++;
      }
    })();
    const part = messages / 10;
    for (let at = 0; at < messages; at += part) {
      await writeMany(service, companyId, form, at, part, people);
      await setTimeout(size(200, 1_000));
    }
    while (kills < size(2, 20)) await setTimeout(50);
    over.abort();
    await killing;
    await workers.ready();
    await untilTaken(service, companyId, 120);

    const count = async (what: string) =>
      Number((await service.database.query(`select count(*) as n from ${what}`, [companyId]))[0]?.["n"]);
    assert.equal(await count("lead_submissions where company_id = $1 and state = 'taken'"), messages);
    assert.equal(await count("records where company_id = $1"), people, "each person is one lead");
    assert.equal(await count("lead_submissions where company_id = $1 and kind = 'touch'"), messages - people);
    assert.equal(await count("events where company_id = $1 and type = 'lead.received'"), people);
    assert.equal(await count("events where company_id = $1 and type = 'lead.touched'"), messages - people);
    t.diagnostic(`${kills} kills`);
  }),
);

test(
  `${size(3_000, 10_000)} wait in one company: another's single lead is taken within a second`,
  { timeout: 300_000 },
  inService(async (service, t) => {
    const backlog = size(3_000, 10_000);
    const [ada, eve] = [await service.given.admin(), await service.given.admin()];
    const [busy, quiet] = [await companyOf(service, ada), await companyOf(service, eve)];
    await writeMany(service, busy, await giveForm(ada), 0, backlog, backlog);
    const form = await giveForm(eve);
    const workers = createWorkers(service.database.url, t);
    workers.start();
    await workers.ready();
    const left = async () =>
      Number(
        (
          await service.database.query("select count(*) as n from lead_submissions where company_id = $1 and state = 'received'", [busy])
        )[0]?.["n"],
      );
    while ((await left()) === backlog) await setTimeout(20);
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const started = performance.now();
      await writeSubmissions(service, quiet, form.id, [{ given: { name: `Quiet ${turn}`, email: `quiet-${turn}@example.org` } }]);
      await untilTaken(service, quiet);
      times.push(performance.now() - started);
    }
    const waiting = await left();
    const median = times.sort((a, b) => a - b)[2] ?? Infinity;
    t.diagnostic(`median ${Math.round(median)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms; ${waiting} of ${backlog} still waited`);
    assert.ok(waiting > 0, "the other company was still busy");
    assert.ok(median < 1_000, `${median} ms`);
  }),
);
