import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inService } from "../service.ts";
import { giveForm } from "../leads/forms.ts";
import { companyOf, untilTaken, writeSubmissions } from "../website-leads.ts";
import { createTurns } from "../../src/platform/turns.ts";

test("companies that were slow share half of the places, and everybody gets one", async () => {
  const turns = createTurns(4);
  const [now, most] = [{ slow: 0 }, { slow: 0 }];
  const slowly = (company: string) =>
    turns.take(company, async () => {
      most.slow = Math.max(most.slow, ++now.slow);
      await setTimeout(1_050);
      now.slow--;
    });
  const companies = Array.from({ length: 4 }, (_, at) => `slow ${at}`);
  await Promise.all(companies.map(slowly));
  assert.equal(most.slow, 4, "nobody knew");
  most.slow = 0;
  const again = Promise.all(companies.map(slowly));
  const started = performance.now();
  await Promise.all(Array.from({ length: 20 }, (_, at) => turns.take(`quick ${at}`, () => setTimeout(5))));
  assert.ok(performance.now() - started < 900, "the others did not wait for them");
  await again;
  assert.equal(most.slow, 2);
});

test(
  "a company in which taking takes long, or fails, delays nobody else",
  inService(async (service) => {
    const people = [await service.given.admin(), await service.given.admin(), await service.given.admin()];
    const companies = await Promise.all(people.map((person) => companyOf(service, person)));
    const [slow = "", failing = "", quick = ""] = companies;
    await service.database.query(`create function fail_one() returns trigger language plpgsql as $$
      begin
        if new.company_id = '${slow}' then perform pg_sleep(3); end if;
        if new.company_id = '${failing}' then raise exception 'broken'; end if;
        return new;
      end $$`);
    await service.database.query("create trigger fail_one before insert on records for each row execute function fail_one()");
    const forms = await Promise.all(people.map((person) => giveForm(person)));
    const send = (at: number) =>
      writeSubmissions(service, companies[at] ?? "", forms[at]?.id ?? "", [{ given: { name: "Jo", email: "jo@example.org" } }]);
    const worker = await service.app.startWorker();
    try {
      await Promise.all([send(0), send(1)]);
      await setTimeout(300);
      const started = performance.now();
      await send(2);
      await untilTaken(service, quick);
      assert.ok(performance.now() - started < 2_500);
      const waiting = await service.database.query("select state from lead_submissions where company_id = $1", [slow]);
      assert.deepEqual(waiting, [{ state: "received" }], "that one was still at it");
      await untilTaken(service, slow);
    } finally {
      await worker.stop();
    }
  }),
);
