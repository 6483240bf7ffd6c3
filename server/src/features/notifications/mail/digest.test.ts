import assert from "node:assert/strict";
import { test } from "node:test";
import { mailingService } from "../../../../test/notification-mails.ts";
import type { Person } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { companyOf } from "../../../../test/website-leads.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { recordId } from "../../records/inputs.ts";
import { onEvents } from "../operations.ts";
import { startDigests } from "./operations.ts";

const { service, team, choose, nextLetter, endLetter, mailsTo, working } = mailingService();

const system = async (person: Person) => asSystem(service().app.execute, await companyOf(service(), person));
const setClock = (at: string) => service().clock.advance(Date.parse(at) - service().clock.now().getTime());

/** Tells somebody that a colleague gave them a new deal, as the follower does it. */
async function assign(ada: Person, owner: Person, name: string): Promise<void> {
  const { record } = await ada.call("records.create", { type: "deal", values: { name, owner: owner.userId } });
  const [row] = await service().database.query(
    `select id, at, type, subject_type, subject_id, actor_user, actor_key, via, operation_id, data, changes from events
     where subject_id = $1 and type = 'record.created'`,
    [recordId.decode(record.id)],
  );
  await (
    await system(ada)
  )(onEvents, { events: [{ ...row, at: service().clock.now().toISOString() } as never] });
}

/** What a worker does when the morning comes. */
const morning = async (person: Person) => (await (await system(person))(startDigests, {})).is_done;

const nextAt = async (person: Person) => {
  const [row] = await service().database.query("select next_at from notification_digests where company_id = $1", [
    await companyOf(service(), person),
  ]);
  assert.ok(row);
  return (row["next_at"] as Date).toISOString();
};

async function teamIn(zone: string, at: string) {
  setClock(at);
  const { ada, max } = await team();
  await ada.call("companies.update", { time_zone: zone });
  return { ada, max };
}

test("what is unread at 7:00 of the company is one email a day, by kinds; read or mailed already, it is in none", async () => {
  const { ada, max } = await teamIn("Asia/Tokyo", "2027-01-10T12:00:00Z");
  await assign(ada, max, "Flow metering");
  await assign(ada, max, "Read before");
  assert.equal(await nextAt(ada), "2027-01-10T22:00:00.000Z");
  assert.equal(await morning(ada), false, "not before its time");
  await max.call("records.create", { type: "task", values: { name: "Call Anneke", due: "2027-01-11" } });
  await service().database.query("insert into notification_rounds (company_id, told_until, next_at) values ($1, $2, $2)", [
    await companyOf(service(), ada),
    service().clock.now(),
  ]);
  setClock("2027-01-10T22:00:01Z");
  assert.equal(await morning(ada), true);
  const letter = await nextLetter(max);
  assert.equal(letter?.subject, "2 notifications that you have not read");
  assert.match(
    letter?.text ?? "",
    /^Assigned to you\n\nAnna Berg assigned 2 deals to you\nhttp\S+\n\nDue tasks\n\nThis task is due: “Call Anneke”\nhttp\S+\n\nThis is what/,
  );
  assert.match(letter?.html ?? "", /<h2 [^>]*>Assigned to you<\/h2>/);
  await endLetter(max, letter?.id ?? "");
  assert.equal(await nextAt(ada), "2027-01-11T22:00:00.000Z");
  assert.equal(await morning(ada), false);
  setClock("2027-01-11T22:00:01Z");
  assert.equal(await morning(ada), true);
  assert.equal(await nextLetter(max), null, "nothing new: no email");
  await assign(ada, max, "New, and read");
  await max.call("notifications.markRead", {});
  setClock("2027-01-12T22:00:01Z");
  assert.equal(await morning(ada), true);
  assert.equal(await nextLetter(max), null);
});

test("7:00 is the time on the wall, also on the days that have 23 and 25 hours", async () => {
  const { ada: spring } = await teamIn("Europe/Berlin", "2027-03-27T20:00:00Z");
  await assign(spring, await service().given.member(spring), "Spring");
  assert.equal(await nextAt(spring), "2027-03-28T05:00:00.000Z");
  setClock("2027-03-28T05:00:00Z");
  await morning(spring);
  assert.equal(await nextAt(spring), "2027-03-29T05:00:00.000Z");
  const { ada: autumn } = await teamIn("Europe/Berlin", "2027-10-30T20:00:00Z");
  await assign(autumn, await service().given.member(autumn), "Autumn");
  assert.equal(await nextAt(autumn), "2027-10-31T06:00:00.000Z");
  setClock("2027-10-31T06:00:00Z");
  await morning(autumn);
  assert.equal(await nextAt(autumn), "2027-11-01T06:00:00.000Z");
});

test("after days without a worker there is one email, and a time zone that changes makes no second one of the day", async () => {
  const { ada, max } = await teamIn("Europe/Berlin", "2027-11-20T12:00:00Z");
  await assign(ada, max, "First");
  setClock("2027-11-24T12:00:00Z");
  assert.equal(await morning(ada), true);
  const letter = await nextLetter(max);
  assert.ok(letter);
  await endLetter(max, letter.id);
  assert.equal(await nextAt(ada), "2027-11-25T06:00:00.000Z");
  await assign(ada, max, "Second");
  await service().database.query("update notification_digests set next_at = $1", [service().clock.now()]);
  assert.equal(await morning(ada), true);
  assert.equal(await nextLetter(max), null, "this day has its email");
});

test("no email for what was told before the company had daily ones, and none to whom is disabled or not verified", async () => {
  const { ada, max } = await teamIn("Europe/Berlin", "2027-12-01T12:00:00Z");
  const mia = await service().given.member(ada, "member", "Mia Member");
  const company = await companyOf(service(), ada);
  await assign(ada, max, "Old news");
  await service().database.query("update notification_digests set since = $2 where company_id = $1", [
    company,
    new Date(service().clock.now().getTime() + HOUR_MS),
  ]);
  await service().database.query("update users set email_verified_at = null where email = $1", [mia.email]);
  setClock("2027-12-01T14:00:00Z");
  await assign(ada, mia, "To an address that is not verified");
  await assign(ada, ada, "Own");
  setClock("2027-12-02T06:00:00Z");
  assert.equal(await morning(ada), true);
  for (const person of [max, mia, ada]) assert.equal(await nextLetter(person), null);
});

test("a worker sends them, each once, also where two look at the same time", async () => {
  const { ada, max } = await teamIn("UTC", "2027-12-10T12:00:00Z");
  await choose(max, { assignment: "daily" });
  await assign(ada, max, "By a worker");
  setClock("2027-12-11T06:59:58Z");
  await working(() => working(() => until(() => mailsTo(max).length > 0, "the email arrives")));
  const answers = await Promise.all([1, 2, 3].map(() => morning(ada)));
  assert.deepEqual(answers, [false, false, false]);
  assert.equal(mailsTo(max).length, 1);
});
