import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused } from "../../../../test/assertions.ts";
import { type Person, sharedService } from "../../../../test/service.ts";

const service = sharedService();

async function aNote(writer: Person, text = "Wants sixteen meters") {
  const { record } = await writer.call("records.create", { type: "deal", values: { name: "Flow metering" } });
  const note = await writer.call("records.addNote", { id: record.id, text });
  return { id: record.id, note: note.id, added: note.operation_id };
}

async function storyOf(reader: Person, id: string) {
  const { items } = await reader.call("records.timeline", { id });
  return items;
}

const shownIn = async (reader: Person, id: string) => (await storyOf(reader, id)).flatMap((entry) => entry.note ?? []);

test("records.updateNote: the timeline shows the note once, with the new text and its time; the event keeps the old text", async () => {
  const ada = await service().given.admin();
  const { id, note } = await aNote(ada);
  assert.deepEqual(await shownIn(ada, id), [
    { id: note, text: "Wants sixteen meters", format: "text", mentions: [], edited_at: null, is_pinned: false },
  ]);
  await ada.call("records.updateNote", { id, note, text: "  Wants eighteen meters " });
  const [edited, added] = await storyOf(ada, id);
  assert.deepEqual([edited?.kind, edited?.note, edited?.actor?.id], ["note.updated", null, ada.userId]);
  assert.deepEqual(edited?.changes, { text: ["Wants sixteen meters", "Wants eighteen meters"] });
  assert.equal(added?.note?.text, "Wants eighteen meters");
  const since = Date.parse(added?.note?.edited_at ?? "");
  assert.ok(Date.parse(added?.at ?? "") <= since && since <= Date.parse(edited?.at ?? ""));
});

test("records.updateNote works over REST, and the change feed has its event", async () => {
  const ada = await service().given.admin();
  const { id, note } = await aNote(ada);
  const { key } = await ada.key();
  const path = `/records/deal/${id}/notes/${note}`;
  assert.equal((await service().rest(key, "PATCH", path, { text: "Wants none" })).status, 200);
  assert.equal((await service().rest(key, "PATCH", `/records/contact/${id}/notes/${note}`, { text: "x" })).status, 404);
  const { items } = await ada.call("records.changes", { type: "deal" });
  const { record, changes } = items.at(-1) ?? {};
  assert.deepEqual([record?.id, changes], [id, { text: ["Wants sixteen meters", "Wants none"] }]);
});

test("records.updateNote with the same text changes nothing", async () => {
  const ada = await service().given.admin();
  const { id, note } = await aNote(ada);
  await ada.call("records.updateNote", { id, note, text: "Wants sixteen meters" });
  assert.deepEqual(
    (await storyOf(ada, id)).map((entry) => entry.kind),
    ["note.added", "record.created"],
  );
});

test("records.updateNote is for the author and for Admins, and says so", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const kim = await service().given.member(ada);
  const { id, note } = await aNote(max);
  await assert.rejects(kim.call("records.updateNote", { id, note, text: "Mine now" }), {
    code: "not_yours",
    message: /: Only the author of a note or an Admin can edit it\./,
  });
  await max.call("records.updateNote", { id, note, text: "By its author" });
  await ada.call("records.updateNote", { id, note, text: "By an Admin" });
  assert.deepEqual(
    (await shownIn(kim, id)).map(({ text }) => text),
    ["By an Admin"],
  );
});

test("records.updateNote refuses bad input, an unknown note, and a record in the trash", async () => {
  const ada = await service().given.admin();
  const outsider = await service().given.admin();
  const { id, note, added } = await aNote(ada);
  const other = await aNote(ada);
  const theirs = await aNote(outsider);
  await assertRefused(ada, "invalid_input", [["records.updateNote", { id, note, text: "  " }]], "/text");
  await assertRefused(ada, "invalid_input", [["records.updateNote", { id, note: id, text: "x" }]], "/note");
  await assertRefused(ada, "not_found", [
    ["records.updateNote", { id: other.id, note, text: "x" }],
    ["records.updateNote", { id: theirs.id, note, text: "x" }],
    ["records.updateNote", { id, note: theirs.note, text: "x" }],
  ]);
  await assertRefused(outsider, "not_found", [["records.updateNote", { id, note, text: "x" }]]);
  await assertNeedsSession(ada, [["records.updateNote", { id, note, text: "x" }]]);
  await ada.call("records.undo", { id: added });
  await assertRefused(ada, "not_found", [["records.updateNote", { id, note, text: "x" }]]);
  await ada.call("records.delete", { id: other.id });
  await assertRefused(ada, "in_trash", [["records.updateNote", { id: other.id, note: other.note, text: "x" }]]);
});

test("another company's note is not found, also through a record of the own company", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  const theirs = await aNote(ada);
  const own = await aNote(eve);
  const text = "Wants nothing";
  const refusals = [];
  for (const note of [theirs.note, own.note.replace(/.{4}$/, "0000")]) {
    const answer = await eve.post("records.updateNote", { id: own.id, note, text });
    refusals.push({ status: answer.status, ...((await answer.json()) as { code: string; detail: string }), request_id: "" });
  }
  assert.equal(refusals[0]?.status, 404);
  assert.deepEqual(refusals[0], refusals[1]);
  assert.deepEqual(
    (await shownIn(ada, theirs.id)).map((note) => note.text),
    ["Wants sixteen meters"],
  );
});

test("an edit is undone, and the undo too; not if the note was edited or removed since", async () => {
  const ada = await service().given.admin();
  const { id, note, added } = await aNote(ada, "One");
  const text = async () => (await shownIn(ada, id))[0]?.text;
  const first = await ada.call("records.updateNote", { id, note, text: "Two" });
  const undone = await ada.call("records.undo", { id: first.operation_id });
  assert.equal(await text(), "One");
  await ada.call("records.undo", { id: undone.operation_id });
  assert.equal(await text(), "Two");
  const second = await ada.call("records.updateNote", { id, note, text: "Three" });
  await assert.rejects(ada.call("records.undo", { id: first.operation_id }), {
    code: "cannot_undo",
    message: `records.undo: ${id} has that note no longer, or it was edited again since. Nothing was undone.`,
  });
  assert.equal(await text(), "Three");
  await ada.call("records.undo", { id: added });
  assert.equal(await text(), undefined, "an edited note is taken away whole");
  await assertRefused(ada, "cannot_undo", [["records.undo", { id: second.operation_id }]]);
});

test("only the one who edited, or an Admin, undoes it", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, note } = await aNote(max, "One");
  const { operation_id: edit } = await ada.call("records.updateNote", { id, note, text: "Two" });
  await assertRefused(max, "not_yours", [["records.undo", { id: edit }]]);
});

test("a note of a record that was merged into another is edited there, and stays its note", async () => {
  const ada = await service().given.admin();
  const gone = await aNote(ada, "One");
  const kept = await aNote(ada, "Other");
  const { operation_id: merge } = await ada.call("records.merge", { type: "deal", into: kept.id, from: [gone.id] });
  await ada.call("records.updateNote", { id: kept.id, note: gone.note, text: "Two" });
  assert.deepEqual(new Set((await shownIn(ada, kept.id)).map(({ text }) => text)), new Set(["Two", "Other"]));
  await ada.call("records.undo", { id: merge });
  assert.deepEqual(
    (await shownIn(ada, gone.id)).map(({ text }) => text),
    ["Two"],
  );
});

test("a field called text is not taken for the text of a note", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "deal", key: "text", label: "Text", field_type: "user" });
  const { id, note } = await aNote(ada, "One");
  await ada.call("records.updateNote", { id, note, text: "Two" });
  assert.deepEqual((await storyOf(ada, id))[0]?.changes, { text: ["One", "Two"] });
});

test("a note says how its text is read: as it stands, unless its writer says that it is Markdown; an edit that says nothing leaves it", async () => {
  const ada = await service().given.admin();
  const { id, note } = await aNote(ada, "* 3 * 4");
  const now = async () => (await shownIn(ada, id)).map(({ text, format }) => [text, format]);
  assert.deepEqual(await now(), [["* 3 * 4", "text"]]);
  await ada.call("records.updateNote", { id, note, text: "* 3 * 5" });
  assert.deepEqual(await now(), [["* 3 * 5", "text"]]);
  const edit = await ada.call("records.updateNote", { id, note, text: "**15**", format: "markdown" });
  assert.deepEqual(await now(), [["**15**", "markdown"]]);
  assert.deepEqual((await storyOf(ada, id))[0]?.changes, { text: ["* 3 * 5", "**15**"], format: ["text", "markdown"] });
  const undone = await ada.call("records.undo", { id: edit.operation_id });
  assert.deepEqual(await now(), [["* 3 * 5", "text"]]);
  await ada.call("records.undo", { id: undone.operation_id });
  assert.deepEqual(await now(), [["**15**", "markdown"]]);
  await ada.call("records.updateNote", { id, note, text: "**15**", format: "text" });
  assert.deepEqual(await now(), [["**15**", "text"]]);
  await assertRefused(ada, "invalid_input", [["records.addNote", { id, text: "x", format: "html" }]], "/format");
});

test("what a program of before writes over REST is text, and what an assistant writes is Markdown", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Mara Lindt" } });
  assert.equal((await service().rest(key, "POST", `/records/contact/${record.id}/notes`, { text: "#12 *due*" })).status, 201);
  await ada.call("assistant.save", { type: "contact", records: [{ record: record.id, values: {}, note: "- **One**\n- Two" }] });
  assert.deepEqual(
    (await shownIn(ada, record.id)).map(({ text, format }) => [text, format]),
    [
      ["- **One**\n- Two", "markdown"],
      ["#12 *due*", "text"],
    ],
  );
});

test("the words of a note are found whatever marks them", async () => {
  const ada = await service().given.admin();
  const { id } = await aNote(ada);
  const text = "## Result\n- **Ultrasonic** [data sheet](https://files.example/x)\n> `manometer`";
  await ada.call("records.addNote", { id, text, format: "markdown" });
  for (const query of ["result ultrasonic", "ultrasonic data sheet", "manometer"])
    assert.deepEqual(
      (await ada.call("assistant.search", { query })).results.map((found) => found.title),
      ["Flow metering"],
      query,
    );
});

const pinnedOn = async (reader: Person, id: string) =>
  (await reader.call("records.notes", { id, is_pinned: true })).items.map(({ text }) => text);

test("a note is pinned and unpinned by any member, over REST too, with events, and undo takes each back", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, note } = await aNote(ada, "One");
  await ada.call("records.addNote", { id, text: "Two" });
  const { key } = await max.key();
  const path = `/records/deal/${id}/notes`;
  const pinned = await service().rest(key, "PUT", `${path}/${note}/pin`, {});
  assert.equal(pinned.status, 200);
  assert.deepEqual(await pinnedOn(ada, id), ["One"]);
  const answer = (await (await service().rest(key, "GET", `${path}?is_pinned=true`)).json()) as {
    items: { id: string; is_pinned: boolean }[];
  };
  assert.deepEqual(
    answer.items.map((one) => [one.id, one.is_pinned]),
    [[note, true]],
  );
  await ada.call("records.pinNote", { id, note });
  const [event, ...earlier] = await storyOf(ada, id);
  assert.deepEqual([event?.kind, event?.actor?.id, earlier[0]?.kind], ["note.pinned", max.userId, "note.added"], "pinned once");
  const unpinned = await ada.call("records.pinNote", { id, note, is_pinned: false });
  assert.deepEqual(await pinnedOn(ada, id), []);
  const undone = await ada.call("records.undo", { id: unpinned.operation_id });
  assert.deepEqual(await pinnedOn(ada, id), ["One"]);
  await ada.call("records.undo", { id: undone.operation_id });
  assert.deepEqual(await pinnedOn(ada, id), []);
  await assertRefused(ada, "cannot_undo", [["records.undo", { id: undone.operation_id }]]);
  assert.deepEqual(
    (await storyOf(ada, id)).map(({ kind }) => kind),
    ["note.unpinned", "note.pinned", "note.unpinned", "note.pinned", "note.added", "note.added", "record.created"],
  );
});

test("records.pinNote and records.notes refuse what is not there, in the trash or another company's", async () => {
  const ada = await service().given.admin();
  const outsider = await service().given.admin();
  const { id, note, added } = await aNote(ada);
  const other = await aNote(ada);
  const theirs = await aNote(outsider);
  await assertRefused(ada, "not_found", [
    ["records.pinNote", { id: other.id, note }],
    ["records.pinNote", { id, note: theirs.note }],
    ["records.pinNote", { id: theirs.id, note: theirs.note }],
    ["records.notes", { id: theirs.id }],
    ["records.notes", { type: "contact", id }],
  ]);
  await assertNeedsSession(ada, [
    ["records.pinNote", { id, note }],
    ["records.notes", { id }],
  ]);
  await ada.call("records.undo", { id: added });
  await assertRefused(ada, "not_found", [["records.pinNote", { id, note }]]);
  await ada.call("records.delete", { id: other.id });
  await assertRefused(ada, "in_trash", [["records.pinNote", { id: other.id, note: other.note }]]);
  assert.equal((await ada.call("records.notes", { id: other.id })).items.length, 1, "and are still read there");
});

test("records.notes lists them in pages, the latest first, with those of merged records", async () => {
  const ada = await service().given.admin();
  const gone = await aNote(ada, "One");
  const kept = await aNote(ada, "Two");
  await ada.call("records.addNote", { id: kept.id, text: "Three", format: "markdown" });
  await ada.call("records.pinNote", { id: gone.id, note: gone.note });
  await ada.call("records.merge", { type: "deal", into: kept.id, from: [gone.id] });
  assert.deepEqual(await pinnedOn(ada, kept.id), ["One"], "it stays pinned on the record that stays");
  const first = await ada.call("records.notes", { id: kept.id, limit: 2 });
  const rest = await ada.call("records.notes", { id: kept.id, limit: 2, cursor: first.next_cursor ?? "" });
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ text, format, author }) => [text, format, author?.id]),
    [
      ["Three", "markdown", ada.userId],
      ["Two", "text", ada.userId],
      ["One", "text", ada.userId],
    ],
  );
  await ada.call("records.pinNote", { id: kept.id, note: gone.note, is_pinned: false });
  assert.deepEqual(await pinnedOn(ada, kept.id), []);
});
