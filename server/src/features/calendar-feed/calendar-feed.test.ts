import assert from "node:assert/strict";
import { test } from "node:test";
import ical from "ical.js";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService();
const HOSTILE = 'Call, "Anneke"; about\r\nEND:VEVENT\nBEGIN:VEVENT\\n \u0007' + "ä🙂".repeat(60);

const addressOf = async (person: Person) => {
  const { link } = await person.call("calendarFeed.create", {});
  return new URL(link).pathname;
};
const readCalendar = (path: string, headers: Record<string, string> = {}) => fetch(`${service().url}${path}`, { headers });

async function eventsOf(path: string) {
  const answer = await readCalendar(path);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/calendar; charset=UTF-8");
  const text = await answer.text();
  for (const line of text.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75 && !line.includes("\n"), line);
  const calendar = new ical.Component(ical.parse(text) as unknown[]);
  return calendar.getAllSubcomponents("vevent").map((one) => new ical.Event(one));
}

const addTask = async (person: Person, values: Record<string, unknown>) =>
  (await person.call("records.create", { type: "task", values: { owner: person.userId, ...values } })).record;

test("a member's open tasks with a due date are in their calendar, each on its day, and nobody else's are", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { record: deal } = await ada.call("records.create", { type: "deal", values: { name: "Roof, north side" } });
  const mine = await addTask(ada, { name: "Send the offer", due: "2030-02-28", deal: deal.id });
  const done = await addTask(ada, { name: "Done", due: "2030-02-28" });
  await ada.call("records.update", { id: done.id, values: { state: "done" } });
  await addTask(ada, { name: "No day" });
  await addTask(ada, { name: "Overdue for years", due: "2001-02-28" });
  await addTask(max, { name: "Of Max", due: "2030-02-28" });
  const events = await eventsOf(await addressOf(ada));
  assert.deepEqual(
    events.map(({ summary, startDate }) => [summary, startDate.isDate, startDate.toString()]),
    [["Send the offer", true, "2030-02-28"]],
  );
  assert.deepEqual(events[0]?.description.split("\n"), ["Deal: Roof, north side", `http://localhost/records/task/${mine.id}`]);
  assert.equal(events[0]?.uid, `${mine.id}@localhost`);
});

test("a title with line ends, control and foreign characters is one title of one entry", async () => {
  const ada = await service().given.admin();
  await addTask(ada, { name: "Before", due: "2030-01-01" });
  await addTask(ada, { name: HOSTILE, due: "2030-01-02" });
  const events = await eventsOf(await addressOf(ada));
  assert.equal(events.length, 2);
  const titled = (await ada.call("records.list", { type: "task", sort: "-due" })).items[0]?.title ?? "";
  // oxlint-disable-next-line no-control-regex -- a calendar has none
  assert.equal(events[1]?.summary, titled.replaceAll(/\r\n/g, "\n").replaceAll(/\u0007/g, " "));
});

test("an address works until it is replaced or deleted, or its owner is disabled; nothing tells it from one that never was", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const first = await addressOf(max);
  const second = await addressOf(max);
  const neverWas = `/calendar/${"a".repeat(43)}.ics`;
  const gone = await (await readCalendar(neverWas)).text();
  const assertGone = async (path: string) => {
    const answer = await readCalendar(path);
    assert.deepEqual([answer.status, await answer.text()], [404, gone]);
  };
  await assertGone(first);
  await assertGone("/calendar/short.ics");
  await eventsOf(second);
  await ada.call("members.disable", { id: max.userId, disabled: true });
  await assertGone(second);
  await ada.call("members.disable", { id: max.userId, disabled: false });
  await eventsOf(second);
  const own = await addressOf(ada);
  await ada.call("calendarFeed.delete", {});
  await assertGone(own);
  assert.equal((await ada.post("calendarFeed.delete", {})).status, 404);
});

test("when it was last read is shown, noted once an hour, and an unchanged calendar is not sent again", async () => {
  const ada = await service().given.admin();
  assert.deepEqual(await ada.call("calendarFeed.get", {}), { feed: null });
  const path = await addressOf(ada);
  assert.equal((await ada.call("calendarFeed.get", {})).feed?.last_read_at, null);
  const tag = (await readCalendar(path)).headers.get("etag") ?? "";
  await service().app.settle();
  const read = (await ada.call("calendarFeed.get", {})).feed?.last_read_at;
  assert.ok(read);
  assert.equal((await readCalendar(path, { "if-none-match": tag })).status, 304);
  await service().app.settle();
  assert.equal((await ada.call("calendarFeed.get", {})).feed?.last_read_at, read);
  await addTask(ada, { name: "New", due: "2030-01-01" });
  assert.equal((await readCalendar(path, { "if-none-match": tag })).status, 200);
});

test("a company that has no tasks, or tasks without a date, has an empty calendar", async () => {
  const ada = await service().given.admin();
  const path = await addressOf(ada);
  await ada.call("types.update", { type: "task", retired: true });
  assert.deepEqual(await eventsOf(path), []);
});

// The last one: nothing is read from here afterwards.
test("one address is read 120 times an hour, and who tries addresses is stopped; no address is in the log or the database", async () => {
  const ada = await service().given.admin();
  const path = await addressOf(ada);
  const statuses = new Set<number>();
  for (let n = 0; n < 121; n++) statuses.add((await readCalendar(path)).status);
  assert.deepEqual([...statuses], [200, 429]);
  const token = path.slice("/calendar/".length, -".ics".length);
  assert.ok(!service().logged.join("\n").includes(token));
  const rows = await service().database.query("select c::text as row from calendar_feeds c union all select e.data::text from events e");
  assert.ok(rows.length > 0 && rows.every(({ row }) => !String(row).includes(token)));
  for (let n = 0; n < 101; n++) statuses.add((await readCalendar(`/calendar/${"b".repeat(40)}${String(n).padStart(3, "0")}.ics`)).status);
  assert.equal((await readCalendar(await addressOf(ada))).status, 429);
});
