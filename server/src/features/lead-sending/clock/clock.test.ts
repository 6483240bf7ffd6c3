import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { companyOf, makeLeads, routeIn, routingFeature, ruleFor } from "../../../../test/lead-routing.ts";
import { startMailbox } from "../../../../test/mailbox.ts";
import { inService, sharedService, type Person, type Service } from "../../../../test/service.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kernel/clock.ts";
import { recordId } from "../../records/operations.ts";
import { addWorkingTime } from "./working-time.ts";
import { until } from "../../../../test/waiting.ts";

/** India is this far ahead of UTC, in summer and in winter. */
const KOLKATA_MS = 5.5 * HOUR_MS;
const service = sharedService({ extraFeatures: [routingFeature] });

/** A company whose leads go to these people in turn, with an hour to respond. */
async function company(names: string[], policy: { on_overdue?: "tell" | "next"; minutes?: number } = {}, on: Service = service()) {
  const ada = await on.given.admin();
  const people: Person[] = [];
  for (const name of names) people.push(await on.given.member(ada, "member", name));
  await ada.call("leadSending.saveRules", { rules: [ruleFor(people)] });
  await ada.call("leadSending.saveClockPolicy", { is_on: true, minutes: 60, on_overdue: "tell", ...policy });
  const route = routeIn(on, await companyOf(ada));
  const newLead = async () => {
    const [lead = ""] = await makeLeads(ada, 1, { status: "new" });
    await route({ leads: [lead] });
    return lead;
  };
  return { ada, people, newLead };
}

const clocksOf = async (person: Person, lead: string) => (await person.call("leadSending.listClocks", { lead })).items;
const eventsOf = (lead: string, type: string, on: Service = service()) =>
  on.database.query("select data from events where type = $1 and subject_id = $2", [type, recordId.decode(lead)]);

test("the clock starts with the person and ends with the first response, which is measured", async () => {
  const { ada, people, newLead } = await company(["Tomasz"]);
  const [tomasz] = people;
  assert.ok(tomasz);
  const lead = await newLead();
  const [running] = await clocksOf(ada, lead);
  assert.deepEqual([running?.state, running?.person.id, running?.minutes], ["running", tomasz.userId, 60]);
  await ada.call("records.update", { id: lead, values: { message: "Somebody corrects a word" } });
  assert.equal((await clocksOf(ada, lead))[0]?.state, "running", "a changed word is no response");
  service().clock.advance(38 * MINUTE_MS);
  await tomasz.call("records.addNote", { id: lead, text: "Called, is interested" });
  const [answered] = await clocksOf(ada, lead);
  assert.deepEqual([answered?.state, answered?.response, answered?.response_minutes], ["in_time", "note", 38]);
  assert.equal(answered?.responded_by?.id, tomasz.userId);
  await ada.call("records.update", { id: lead, values: { status: "working" } });
  assert.equal((await clocksOf(ada, lead))[0]?.response, "note", "only the first counts");
});

test("another status and a conversion are responses, by whoever does it; a new owner takes the clock over", async () => {
  const { ada, newLead, people } = await company(["Tomasz", "Priya"]);
  const [tomasz] = people;
  const first = await newLead();
  await ada.call("records.update", { id: first, values: { status: "working" } });
  assert.deepEqual(
    (await clocksOf(ada, first)).map((one) => [one.response, one.responded_by?.id]),
    [["status", ada.userId]],
  );
  const second = await newLead();
  await ada.call("leads.convert", { id: second, organization: null, deal: null });
  assert.equal((await clocksOf(ada, second))[0]?.response, "converted");
  const third = await newLead();
  await ada.call("records.update", { id: third, values: { owner: tomasz?.userId } });
  const [handed] = await clocksOf(ada, third);
  assert.deepEqual([handed?.person.id, handed?.state], [tomasz?.userId, "running"]);
});

test("the summary has the median, the share in time and what waits", async () => {
  const { ada, newLead } = await company(["Tomasz"]);
  for (const minutes of [10, 20, 90]) {
    const lead = await newLead();
    service().clock.advance(minutes * MINUTE_MS);
    await ada.call("records.logActivity", { id: lead, kind: "call" });
  }
  await newLead();
  service().clock.advance(61 * MINUTE_MS);
  await newLead();
  const summary = await ada.call("leadSending.summariseClocks", {});
  assert.deepEqual(
    [summary.responded, summary.median_minutes, summary.in_time_percent, summary.running, summary.overdue],
    [3, 20, 67, 1, 1],
  );
  assert.deepEqual(
    summary.people.map((one) => [one.name, one.responded, one.overdue]),
    [["Tomasz", 3, 1]],
  );
  assert.equal((await ada.call("leadSending.listClocks", { state: "overdue" })).items.length, 1);
  assert.equal((await ada.call("leadSending.listClocks", { state: "open" })).items.length, 2);
});

test("two workers act on an overdue lead once, and it goes to the next person, who has not let it wait", async () => {
  const { ada, newLead } = await company(["Tomasz", "Priya"], { on_overdue: "next" });
  const lead = await newLead();
  const [first] = await clocksOf(ada, lead);
  const workers = [await service().app.startWorker(), await service().app.startWorker()];
  try {
    await setTimeout(2_500);
    assert.equal((await eventsOf(lead, "lead.overdue")).length, 0, "not before it is due");
    service().clock.advance(HOUR_MS);
    await until(async () => (await clocksOf(ada, lead)).length === 2, "the second clock");
    const [second] = await clocksOf(ada, lead);
    assert.notEqual(second?.person.id, first?.person.id);
    assert.equal(second?.state, "running");
    const { values } = await ada.call("records.get", { type: "lead", id: lead });
    assert.equal((values["owner"] as { id: string }).id, second?.person.id);
    await setTimeout(4_500);
    assert.equal((await eventsOf(lead, "lead.overdue")).length, 1);
    // Nobody is left: the second one keeps it, and the list says that it is late.
    service().clock.advance(2 * HOUR_MS);
    await until(async () => (await eventsOf(lead, "lead.overdue")).length === 2, "both are told");
    await setTimeout(2_500);
    const clocks = await clocksOf(ada, lead);
    assert.deepEqual(
      clocks.map((one) => one.state),
      ["overdue", "ended"],
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

test("many that are due at once are each acted on once by two workers", async () => {
  const { ada, newLead } = await company(["Tomasz", "Priya", "Ines"], { on_overdue: "next" });
  const leads: string[] = [];
  for (let made = 0; made < 12; made++) leads.push(await newLead());
  service().clock.advance(HOUR_MS);
  const workers = [await service().app.startWorker(), await service().app.startWorker()];
  try {
    for (const lead of leads) await until(async () => (await clocksOf(ada, lead)).length === 2, "the second clock");
    for (const lead of leads) assert.equal((await eventsOf(lead, "lead.overdue")).length, 1);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

test("who has it and the Admins get a mail about a lead that waits, with the lead's name as text", async (t) => {
  const mailbox = await startMailbox();
  t.after(() => mailbox.stop());
  await inService(
    async (own) => {
      const { ada, people, newLead } = await company(["Tomasz"], {}, own);
      const lead = await newLead();
      await ada.call("records.update", { id: lead, values: { name: "Win at http://evil.example\r\nBcc: all@evil.example" } });
      own.clock.advance(HOUR_MS);
      const worker = await own.app.startWorker();
      try {
        for (const person of [ada, ...people]) {
          const mail = await mailbox.mailTo(person.email);
          assert.match(mail.text, /Nobody has answered the lead/);
          assert.doesNotMatch(mail.text, /http:\/\/evil/);
          assert.match(mail.text, new RegExp(`/records/lead/${lead}`));
        }
      } finally {
        await worker.stop();
      }
    },
    { mailbox, extraFeatures: [routingFeature] },
  )(t);
});

test("a lead that is closed or in the trash is not overdue", async () => {
  const { ada, newLead } = await company(["Tomasz"]);
  const lead = await newLead();
  await ada.call("records.delete", { id: lead });
  service().clock.advance(HOUR_MS);
  const worker = await service().app.startWorker();
  await setTimeout(3_000);
  await worker.stop();
  assert.equal((await eventsOf(lead, "lead.overdue")).length, 0);
  assert.equal((await ada.call("leadSending.summariseClocks", {})).overdue, 0);
});

test("working hours of the person decide when it is due", async () => {
  const { ada, people, newLead } = await company(["Tomasz"]);
  const [row] = await service().database.query("select company_id, id from users where email = $1", [people[0]?.email]);
  // They are at work at whatever time of day this runs, and go home before the hour is over.
  const onTheWall = (ms: number) => new Date(service().clock.now().getTime() + KOLKATA_MS + ms).toISOString().slice(11, 16);
  const times = { from: onTheWall(-HOUR_MS), to: onTheWall(HOUR_MS / 2) };
  const hours = { zone: "Asia/Kolkata", days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...times })) };
  await service().database.query(
    "insert into working_hours (company_id, id, zone, days, updated_at) values ($1, $2, $3, $4::jsonb, now())",
    [row?.["company_id"], row?.["id"], hours.zone, JSON.stringify(hours.days)],
  );
  const lead = await newLead();
  const [clock] = await clocksOf(ada, lead);
  assert.ok(clock);
  const started = new Date(clock.started_at);
  assert.equal(clock.due_at, addWorkingTime(hours, started, 60).toISOString());
  assert.ok(new Date(clock.due_at).getTime() > started.getTime() + 20 * HOUR_MS, "the rest of the hour is tomorrow's");
});

test("only Admins change the policy, and another company sees no clock of this one", async () => {
  const { ada, people, newLead } = await company(["Tomasz"]);
  const lead = await newLead();
  await assert.rejects(
    people[0]?.call("leadSending.saveClockPolicy", { is_on: false, minutes: 5, on_overdue: "tell" }) ?? Promise.resolve(),
    {
      code: "admin_only",
    },
  );
  const eve = await service().given.admin("Eve");
  assert.deepEqual((await eve.call("leadSending.listClocks", {})).items, []);
  assert.deepEqual(await clocksOf(eve, lead), []);
  assert.equal((await eve.call("leadSending.getClockPolicy", {})).is_on, false);
  assert.equal((await ada.call("leadSending.getClockPolicy", {})).updated_by?.id, ada.userId);
});

test("without a policy no clock runs", async () => {
  const { ada, newLead } = await company(["Tomasz"]);
  await ada.call("leadSending.saveClockPolicy", { is_on: false, minutes: 60, on_overdue: "tell" });
  assert.deepEqual(await clocksOf(ada, await newLead()), []);
});
