import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService();
const deal = async (ada: Person, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type: "deal", values: { name: "Flow metering", ...values } })).record;
const titles = async (ada: Person, type: string, filter: string, sort?: string) =>
  (await ada.call("records.list", { type, filter, ...(sort ? { sort } : {}) })).items.map((one) => one.title);

test("a deal knows when it was won, whatever its close date says, and since when it is in its stage", async () => {
  const ada = await service().given.admin();
  const { id } = await deal(ada, { stage: "proposal", amount: 500, close_date: "2099-12-31" });
  const won = await ada.call("records.update", { id, values: { stage: "won" } });
  assert.equal(won.record.values["close_date"], "2099-12-31", "the plan stays as somebody wrote it");
  assert.equal(won.record.values["won_at"], won.record.values["stage_entered_at"]);
  assert.ok(Math.abs(Date.parse(String(won.record.values["won_at"])) - service().clock.now().getTime()) < 60_000);
  assert.deepEqual(await titles(ada, "deal", "won_at:this_quarter", "-won_at"), ["Flow metering"]);
  const { groups } = await ada.call("records.aggregate", {
    type: "deal",
    filter: "won_at:this_year",
    measures: [
      { measure: "sum", field: "amount" },
      { measure: "max", field: "won_at" },
    ],
    group_by: "won_at",
    interval: "month",
  });
  assert.equal(groups[0]?.values[0], "500");

  const lost = await ada.call("records.update", { id, values: { stage: "lost" } });
  assert.deepEqual([lost.record.values["won_at"], typeof lost.record.values["lost_at"]], [undefined, "string"]);
  await assert.rejects(ada.call("records.update", { id, values: { won_at: "2026-01-01" } }), /cannot be set/);
});

test("undo of a stage change brings its times back, and the timeline shows the stage alone", async () => {
  const ada = await service().given.admin();
  const { id } = await deal(ada, { stage: "proposal" });
  await ada.call("records.update", { id, values: { stage: "won" } });
  const before = await ada.call("records.get", { id });
  const reopened = await ada.call("records.update", { id, values: { stage: "discovery" } });
  await ada.call("records.undo", { id: reopened.operation_id });
  const after = await ada.call("records.get", { id });
  for (const key of ["stage", "stage_entered_at", "won_at"]) assert.equal(after.values[key], before.values[key], key);
  const { items } = await ada.call("records.timeline", { id });
  assert.deepEqual(Object.keys(items[0]?.changes ?? {}), ["stage"]);
});

test("a deal that is created as won, such as an imported one, was won on its close date", async () => {
  const ada = await service().given.admin();
  const old = await deal(ada, { stage: "won", close_date: "2020-03-31" });
  assert.match(String(old.values["won_at"]), /^2020-03-31/);
  assert.deepEqual(await titles(ada, "deal", "won_at:this_year"), []);
  const future = await deal(ada, { stage: "won", close_date: "2099-03-31" });
  assert.ok(String(future.values["won_at"]) < "2099");
});

test("notes and done tasks are the last activity of a record, and undo takes them back", async () => {
  const ada = await service().given.admin();
  const { id } = await deal(ada, { stage: "proposal" });
  const last = async () => (await ada.call("records.get", { id })).values["last_activity_at"];
  const version = (await ada.call("records.get", { id })).version;
  const made = await last();
  assert.equal(made, (await ada.call("records.get", { id })).created_at);
  const { record: task } = await ada.call("records.create", { type: "task", values: { name: "Call", state: "open", deal: id } });
  assert.equal(await last(), made, "a plan is no activity");
  const done = await ada.call("records.update", { id: task.id, values: { state: "done" } });
  assert.equal(await last(), done.record.values["won_at"]);
  service().clock.advance(60_000);
  const note = await ada.call("records.addNote", { id, text: "Spoke on the phone." });
  const noted = await last();
  assert.ok(String(noted) > String(done.record.values["won_at"]));
  assert.equal((await ada.call("records.get", { id })).version, version, "a note does not write the record");
  await ada.call("records.undo", { id: note.operation_id });
  assert.equal(await last(), done.record.values["won_at"]);
  await ada.call("records.undo", { id: done.operation_id });
  assert.equal(await last(), made);
});

test("who goes quiet is found, sorted and counted by the last activity", async () => {
  const ada = await service().given.admin();
  const names = ["First", "Second", "Never"];
  const ids = await Promise.all(names.map(async (name) => (await deal(ada, { name, stage: "proposal" })).id));
  await ada.call("records.addNote", { id: ids[0] ?? "", text: "x" });
  await service().database.query("update record_activity set at = at - interval '20 days'");
  await service().database.query(
    "update record_activity a set at = at - interval '1 day' from records r where r.id = a.record_id and r.title = 'Never'",
  );
  await ada.call("records.addNote", { id: ids[1] ?? "", text: "x" });
  assert.deepEqual(await titles(ada, "deal", "is:open last_activity_at<-14d", "name"), ["First", "Never"]);
  assert.deepEqual(await titles(ada, "deal", "", "-last_activity_at"), ["Second", "First", "Never"]);
  const page = await ada.call("records.list", { type: "deal", sort: "last_activity_at", limit: 1 });
  const next = await ada.call("records.list", { type: "deal", sort: "last_activity_at", limit: 1, cursor: page.next_cursor ?? "" });
  assert.deepEqual([page.items[0]?.title, next.items[0]?.title], ["Never", "First"]);
  const { record } = await ada.call("records.merge", { type: "deal", into: ids[2] ?? "", from: [ids[1] ?? ""] });
  assert.ok(record.values["last_activity_at"], "a merged record has the notes of both");
});
