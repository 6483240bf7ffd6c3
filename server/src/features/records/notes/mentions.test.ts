import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../../../../test/assertions.ts";
import { type Person, sharedService } from "../../../../test/service.ts";

const service = sharedService();

async function team() {
  const ada = await service().given.admin("Ada Admin");
  const max = await service().given.member(ada, "member", "Max Muster");
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Flow metering" } });
  return { ada, max, id: record.id };
}

const storyOf = async (reader: Person, id: string) => (await reader.call("records.timeline", { id })).items;
const mentionsIn = async (reader: Person, id: string) => (await storyOf(reader, id)).flatMap(({ note }) => note?.mentions ?? []);
/** Whom the latest event tells. */
const mentionedIn = async (reader: Person, id: string) => (await storyOf(reader, id))[0]?.data?.["mentions"];

test("a mention follows a rename, and the text stays as it was written", async () => {
  const { ada, max, id } = await team();
  await ada.call("records.addNote", { id, text: "Ask @max, and @Nobody", mentions: [max.userId] });
  assert.deepEqual(await mentionsIn(max, id), [{ id: max.userId, name: "Max Muster", written: "max" }]);
  await max.call("members.rename", { name: "Maximilian Meister" });
  assert.deepEqual(await mentionsIn(ada, id), [{ id: max.userId, name: "Maximilian Meister", written: "max" }]);
  assert.equal((await storyOf(ada, id))[0]?.note?.text, "Ask @max, and @Nobody");
});

test("mentions work over REST, with a name in the text or without, and whoever is mentioned twice is once", async () => {
  const { ada, max, id } = await team();
  const { key } = await ada.key();
  const body = { text: "Please look", mentions: [max.userId, max.userId] };
  assert.equal((await service().rest(key, "POST", `/records/deal/${id}/notes`, body)).status, 201);
  assert.deepEqual(await mentionsIn(max, id), [{ id: max.userId, name: "Max Muster", written: null }]);
  assert.deepEqual(await mentionedIn(ada, id), [max.userId]);
  await service().rest(key, "POST", `/records/deal/${id}/notes`, { text: "@Max Muster reads this" });
  assert.deepEqual((await storyOf(ada, id))[0]?.note?.mentions, [], "a program says whom it mentions");
});

test("what an assistant writes mentions whom its text names", async () => {
  const { ada, max, id } = await team();
  const kim = await service().given.member(ada, "member", "Kim Klein");
  await ada.call("assistant.save", {
    type: "deal",
    records: [{ record: id, values: {}, note: "**@Max Muster** and @kim, not ada@kim.example" }],
  });
  assert.deepEqual(
    (await mentionsIn(ada, id)).map((one) => [one.id, one.written]),
    [
      [kim.userId, "kim"],
      [max.userId, "Max Muster"],
    ],
  );
});

test("only members of the company who can sign in can be mentioned", async () => {
  const { ada, max, id } = await team();
  const eve = await service().given.admin("Eve Elsewhere");
  const { id: note } = await ada.call("records.addNote", { id, text: "@Max Muster", mentions: [max.userId] });
  await ada.call("members.update", { id: max.userId, disabled: true });
  await assertRefused(ada, "not_found", [
    ["records.addNote", { id, text: "x", mentions: [eve.userId] }],
    ["records.addNote", { id, text: "x", mentions: [max.userId] }],
    ["records.updateNote", { id, note, text: "x", mentions: [eve.userId] }],
  ]);
  await assertRefused(ada, "invalid_input", [["records.addNote", { id, text: "x", mentions: ["Max"] }]], "/mentions/0");
  await ada.call("records.updateNote", { id, note, text: "@Max Muster, more", mentions: [max.userId] });
  assert.equal((await mentionsIn(ada, id)).length, 1, "who was mentioned before may stay");
});

test("an edit tells only who is new, and its undo nobody", async () => {
  const { ada, max, id } = await team();
  const kim = await service().given.member(ada, "member", "Kim Klein");
  const { id: note } = await ada.call("records.addNote", { id, text: "@Max Muster", mentions: [max.userId] });
  await ada.call("records.updateNote", { id, note, text: "@Max Muster!" });
  assert.deepEqual([await mentionedIn(ada, id), (await mentionsIn(ada, id)).length], [[], 1], "what is left out stays");
  const edit = await ada.call("records.updateNote", { id, note, text: "@Max Muster, @Kim Klein", mentions: [max.userId, kim.userId] });
  assert.deepEqual(await mentionedIn(ada, id), [kim.userId]);
  assert.deepEqual((await storyOf(ada, id))[0]?.changes?.["mentions"], [[max.userId], [max.userId, kim.userId]]);
  await ada.call("records.undo", { id: edit.operation_id });
  assert.deepEqual(await mentionsIn(ada, id), [{ id: max.userId, name: "Max Muster", written: "Max Muster" }]);
  assert.equal(await mentionedIn(ada, id), undefined);
  const none = await ada.call("records.updateNote", { id, note, text: "Nobody", mentions: [] });
  assert.deepEqual(await mentionsIn(ada, id), []);
  await ada.call("records.undo", { id: none.operation_id });
  assert.deepEqual(await mentionsIn(ada, id), [{ id: max.userId, name: "Max Muster", written: "Max Muster" }], "the name is found again");
});

test("webhooks and the change feed say whom a note mentions", async () => {
  const { ada, max, id } = await team();
  const { id: note } = await ada.call("records.addNote", { id, text: "x" });
  await ada.call("records.updateNote", { id, note, text: "x", mentions: [max.userId] });
  const { items } = await ada.call("records.changes", { type: "deal" });
  assert.deepEqual(items.at(-1)?.changes, { mentions: [[], [max.userId]] });
});
