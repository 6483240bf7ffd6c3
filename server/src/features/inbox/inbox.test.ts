import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveConversation, giveMessage } from "../../../test/inbox.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { stopwatch, within } from "../../../test/measured.ts";

const service = sharedService();
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(service().clock.now().getTime() + hours * HOUR);

const subjects = async (person: Person, filter?: string) =>
  (await person.call("inbox.list", filter === undefined ? {} : { filter })).items.map(({ subject }) => subject);

test("the list begins with what is due first, and ends with what waits for them, the latest first", async () => {
  const ada = await service().given.admin();
  const [channel, other] = [await giveChannel(service(), ada), await giveChannel(service(), ada)];
  const give = (subject: string, more: object, where = channel) => giveConversation(service(), ada, { channel: where, subject, ...more });
  await give("due in two hours", { dueAt: inHours(2), at: inHours(-9) }, other);
  await give("old, waits for them", { waitsFor: "them", at: inHours(-5) });
  await give("due in an hour", { dueAt: inHours(1), at: inHours(-1) });
  await give("late, waits for them", { waitsFor: "them", at: inHours(-1) }, other);
  await give("closed", { state: "closed" });
  const order = ["due in an hour", "due in two hours", "late, waits for them", "old, waits for them"];
  assert.deepEqual(await subjects(ada), order);
  const readPages = async () => {
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ada.call("inbox.list", { limit: 1, ...(cursor ? { cursor } : {}) });
      paged.push(...page.items.map(({ subject }) => subject));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return paged;
  };
  assert.deepEqual(await readPages(), order);
  const hidden = await giveChannel(service(), await service().given.member(ada), "private");
  await give("in a mailbox that she does not see", { dueAt: inHours(1.5) }, hidden);
  assert.deepEqual(await readPages(), order);
  const { to_answer, mine, waiting, snoozed, overdue, is_exact } = await ada.call("inbox.counts", {});
  assert.deepEqual([to_answer, mine, waiting, snoozed, overdue, is_exact], [2, 0, 2, 0, 0, true]);
});

test("what each tab lists is counted, for whoever asks: a channel that somebody does not see is neither counted nor named", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const [channel, hidden] = [await giveChannel(service(), ada), await giveChannel(service(), ada, "chosen", [ada.userId])];
  const give = (where: string, more: object = {}) => giveConversation(service(), ada, { channel: where, ...more });
  const [mine] = [await give(channel, { waitsFor: "them" }), await give(channel), await give(channel, { state: "closed" })];
  const [shared] = [await give(hidden), await give(hidden), await give(hidden, { state: "closed" }), await give(hidden, { state: "spam" })];
  await ada.call("inbox.update", { id: mine.cnv, assignee: max.userId });
  await ada.call("inbox.update", { id: shared.cnv, is_shared: true });
  const counted = async (person: Person) => {
    const { mine_open, unassigned, closed, channels } = await person.call("inbox.counts", {});
    return { mine_open, unassigned, closed: closed.count, channels: new Map(channels.map(({ id, open }) => [id, open])) };
  };
  const both = new Map([
    [channel, 2],
    [hidden, 2],
  ]);
  assert.deepEqual(await counted(ada), { mine_open: 0, unassigned: 3, closed: 2, channels: both });
  assert.deepEqual(await counted(max), { mine_open: 1, unassigned: 2, closed: 1, channels: new Map([[channel, 2]]) });
  for (const [person, filter, count] of [
    [ada, "is:open no:assignee", 3],
    [max, "is:open no:assignee", 2],
    [max, "is:open assignee:@me", 1],
    [max, "state:closed", 1],
  ] as const)
    assert.equal((await subjects(person, filter)).length, count, filter);
});

test("a row says where the contact works, while that organization is there", async () => {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const { cnv: id } = await giveConversation(service(), ada, { channel });
  const { record: organization } = await ada.call("records.create", { type: "organization", values: { name: "Aldermoor Water" } });
  const { record: contact } = await ada.call("records.create", {
    type: "contact",
    values: { name: "Anneke Vos", organization: organization.id },
  });
  const shown = async () => (await ada.call("inbox.list", {})).items[0]?.organization;
  assert.equal(await shown(), null);
  await ada.call("inbox.setContact", { id, contact: contact.id });
  assert.deepEqual(await shown(), { id: organization.id, type: "organization", title: "Aldermoor Water" });
  await ada.call("records.delete", { id: organization.id });
  assert.equal(await shown(), null);
});

test("by the last message the list begins with the newest or the oldest, whatever is due and in every state, page by page", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const [channel, other] = [await giveChannel(service(), ada), await giveChannel(service(), ada)];
  const hidden = await giveChannel(service(), max, "private");
  const give = (subject: string, hours: number, more: object = {}, where = channel) =>
    giveConversation(service(), ada, { channel: where, subject, at: inHours(hours), ...more });
  await give("5, due first", -5, { dueAt: inHours(1) });
  await give("1, due last", -1, { dueAt: inHours(9) }, other);
  await give("3, waits for them", -3, { waitsFor: "them" });
  const { cnv } = await give("4, snoozed", -4, {}, other);
  await give("2, closed", -2, { state: "closed" });
  await give("0, of a channel that she does not see", 0, {}, hidden);
  const { cnv: shared } = await give("6, shared", -6, { dueAt: inHours(3) }, hidden);
  await max.call("inbox.update", { id: shared, is_shared: true });
  await ada.call("inbox.update", { id: cnv, snoozed_until: inHours(20).toISOString() });
  const listed = async (sort: "newest" | "oldest", filter: string) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ada.call("inbox.list", { sort, filter, limit: 2, ...(cursor ? { cursor } : {}) });
      found.push(...page.items.map(({ subject }) => subject.slice(0, 1)));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return found.join("");
  };
  const all = "state:open,snoozed,closed";
  assert.deepEqual(await Promise.all([listed("newest", all), listed("oldest", all)]), ["123456", "654321"]);
  assert.deepEqual(await Promise.all([listed("newest", ""), listed("oldest", "no:assignee")]), ["1356", "6531"]);
  const first = await ada.call("inbox.list", { sort: "newest", limit: 1 });
  const elsewhere = await ada.post("inbox.list", { sort: "oldest", limit: 1, cursor: first.next_cursor });
  assert.equal(elsewhere.status, 400, "a cursor is of one order");
});

test("filters of the same language as for records: state, due, person, tag, sender, files, unread", async () => {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const give = (subject: string, more: object = {}) => giveConversation(service(), ada, { channel, subject, ...more });
  const one = await give("one", { dueAt: inHours(0.5), files: 1 });
  await give("two", { dueAt: inHours(30), from: "Bo@Other.example" });
  await give("three", { state: "closed" });
  await give("four", { dueAt: inHours(-1) });
  await ada.call("inbox.update", { id: one.cnv, assignee: ada.userId, tags: ["VIP"] });
  await ada.call("inbox.markRead", { id: one.cnv, message: one.msg });
  const expected: Record<string, string[]> = {
    "is:open due<+1h assignee:@me has:attachment": ["one"],
    "due<+1h": ["four", "one"],
    "is:overdue": ["four"],
    "is:mine": ["one"],
    "is:unassigned due>now": ["two"],
    "tag:vip": ["one"],
    "from:bo@other.example": ["two"],
    "unread:false": ["one"],
    "unread:true due>+5h": ["two"],
    "state:closed": ["three"],
    "state:open,closed subject:one,three": ["one", "three"],
    "-has:attachment is:open": ["four", "two"],
    "subject^=t": ["two"],
  };
  for (const [filter, found] of Object.entries(expected)) assert.deepEqual(await subjects(ada, filter), found, filter);
  await assert.rejects(subjects(ada, "stat:open"), /stat/);
});

test("words are found in subject, text and addresses, by their beginning, next to each other and in every spelling of case", async () => {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const give = (subject: string, text: string, more: object = {}) => giveConversation(service(), ada, { channel, subject, text, ...more });
  await give("Angebot", "Die GRÖSSE der Pumpe, Nr. 4711-B", { at: inHours(-3) });
  await give("Offer", "A cold room for Ölmühle", { at: inHours(-2), from: "zoe@mill.example" });
  await give("İstanbul", "room for cold things", { at: inHours(-1), state: "closed" });
  const expected: Record<string, string[]> = {
    grösse: ["Angebot"],
    grosse: ["Angebot"],
    olmuhle: ["Offer"],
    istanbul: ["İstanbul"],
    "GRÖSSE 4711": ["Angebot"],
    "4711-b": ["Angebot"],
    room: ["İstanbul", "Offer"],
    roo: ["İstanbul", "Offer"],
    '"cold room"': ["Offer"],
    "cold room": ["İstanbul", "Offer"],
    "room is:open": ["Offer"],
    "zoe@mill.example": ["Offer"],
    mill: ["Offer"],
    nothing: [],
    '"!!!"': [],
    "offer OR angebot": ["Angebot", "Offer"],
  };
  for (const [filter, found] of Object.entries(expected))
    assert.deepEqual((await subjects(ada, filter)).toSorted(), found.toSorted(), filter);
});

test("a snoozed conversation comes back when its time has come, once", async () => {
  const ada = await service().given.admin();
  const { cnv } = await giveConversation(service(), ada, { channel: await giveChannel(service(), ada), subject: "later" });
  const snoozed = await ada.call("inbox.update", { id: cnv, snoozed_until: inHours(1).toISOString() });
  assert.equal(snoozed.conversation.state, "snoozed");
  assert.deepEqual(await subjects(ada), []);
  assert.deepEqual(await subjects(ada, "state:snoozed"), ["later"]);
  await assert.rejects(ada.call("inbox.update", { id: cnv, snoozed_until: inHours(-1).toISOString() }), /future/);
  const worker = await service().app.startWorker();
  try {
    service().clock.advance(2 * HOUR);
    for (let tries = 0; tries < 50 && (await subjects(ada)).length === 0; tries++) await new Promise((done) => setTimeout(done, 100));
  } finally {
    await worker.stop();
  }
  assert.deepEqual(await subjects(ada), ["later"]);
  assert.equal((await ada.call("inbox.get", { id: cnv })).snoozed_until, null);
});

test("a change names the version it was made for, is logged without any text, and can be undone", async () => {
  const ada = await service().given.admin();
  const { cnv } = await giveConversation(service(), ada, { channel: await giveChannel(service(), ada), subject: "Secret plan" });
  const { version } = await ada.call("inbox.get", { id: cnv });
  const closed = await ada.call("inbox.update", { id: cnv, state: "closed", tags: ["a", "b", "a"], if_version: version });
  assert.deepEqual([closed.conversation.state, closed.conversation.tags], ["closed", ["a", "b"]]);
  await assert.rejects(ada.call("inbox.update", { id: cnv, state: "open", if_version: version }), /version/);
  const { items } = await ada.call("events.list", { limit: 5 });
  assert.ok(items.some(({ type }) => type === "conversation.closed"));
  assert.doesNotMatch(JSON.stringify(items), /Secret|anneke/i);
  const undone = await ada.call("inbox.undo", { operation_id: closed.operation_id });
  assert.equal(undone.changed, 1);
  const back = await ada.call("inbox.get", { id: cnv });
  assert.deepEqual([back.state, back.tags], ["open", []]);
  await assert.rejects(ada.call("inbox.undo", { operation_id: closed.operation_id }), /changed since/);
  const nothing = await ada.call("inbox.update", { id: cnv, state: "open" });
  assert.equal(nothing.conversation.version, back.version, "what changes nothing is no change");
});

test("two conversations become one and two again, with every message where it was", async () => {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const first = await giveConversation(service(), ada, { channel, subject: "first", text: "one", at: inHours(-3) });
  const second = await giveConversation(service(), ada, { channel, subject: "second", text: "two", at: inHours(-2) });
  const texts = async (id: string) => (await ada.call("inbox.messages", { id })).items.map(({ text }) => text);
  const merged = await ada.call("inbox.merge", { id: second.cnv, into: first.cnv });
  assert.deepEqual([merged.conversation.message_count, merged.conversation.preview], [2, "two"]);
  assert.deepEqual(await texts(first.cnv), ["two", "one"]);
  assert.equal((await ada.call("inbox.get", { id: second.cnv })).id, first.cnv, "its address leads to the other");
  assert.deepEqual(await subjects(ada), ["first"]);
  await ada.call("inbox.undo", { operation_id: merged.operation_id });
  assert.deepEqual([await texts(first.cnv), await texts(second.cnv)], [["one"], ["two"]]);
  const more = await giveMessage(service(), ada, first.cnv, { channel, text: "three", subject: "another matter" });
  const split = await ada.call("inbox.split", { id: first.cnv, messages: [more] });
  assert.equal(split.conversation.subject, "another matter");
  assert.deepEqual([await texts(first.cnv), await texts(split.conversation.id)], [["one"], ["three"]]);
  await assert.rejects(ada.call("inbox.split", { id: first.cnv, messages: [first.msg] }), /must stay/);
  await ada.call("inbox.undo", { operation_id: split.operation_id });
  assert.deepEqual(await texts(first.cnv), ["three", "one"]);
});

test("a sender becomes a contact once, and their messages are on the contact's page", async () => {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const give = (text: string) => giveConversation(service(), ada, { channel, from: "Anneke@Acme.example", text });
  const [one, two] = [await give("first"), await give("second")];
  const made = await ada.call("inbox.setContact", { id: one.cnv });
  const known = await ada.call("inbox.setContact", { id: two.cnv });
  assert.equal(made.conversation.contact?.title, "Anneke Vos");
  assert.equal(known.conversation.contact?.id, made.conversation.contact?.id);
  const deal = (await ada.call("records.create", { type: "deal", values: { name: "Cold room" } })).record.id;
  await ada.call("inbox.setRecords", { id: two.cnv, records: [deal] });
  const textsOf = async (id: string) => (await ada.call("inbox.recordMessages", { id })).items.map(({ text }) => text);
  assert.deepEqual(await textsOf(made.conversation.contact?.id ?? ""), ["second", "first"]);
  assert.deepEqual(await textsOf(deal), ["second"]);
});

test("a note is for colleagues who see the conversation, and leaves the order of the list alone", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const channel = await giveChannel(service(), ada, "chosen", [ada.userId]);
  const { cnv } = await giveConversation(service(), ada, { channel, subject: "x" });
  await assert.rejects(ada.call("inbox.addNote", { id: cnv, text: "look", mentions: [max.userId] }), /does not see/);
  await assert.rejects(ada.call("inbox.update", { id: cnv, assignee: max.userId }), /does not see/);
  const before = await ada.call("inbox.get", { id: cnv });
  const note = await ada.call("inbox.addNote", { id: cnv, text: "look", mentions: [ada.userId] });
  const after = await ada.call("inbox.get", { id: cnv });
  assert.deepEqual([note.direction, note.author?.id, note.mentions], ["note", ada.userId, [ada.userId]]);
  assert.deepEqual([after.last_at, after.last_message, after.message_count], [before.last_at, before.last_message, 2]);
});

test("hostile texts of a megabyte have words like any other, and take no time", async () => {
  const million = 1_000_000;
  const texts = [
    "a ".repeat(million / 2),
    "a-".repeat(million / 2),
    "a.a@a/".repeat(million / 6),
    "x".repeat(million),
    "\u{1f600}é".repeat(million / 3),
    "<a href='".repeat(million / 9),
    "1e5.".repeat(million / 4),
  ];
  for (const text of texts) {
    const took = stopwatch();
    await service().database.query("select length(message_words('', $1, null, '{}'))", [text]);
    const ms = took();
    assert.ok(ms < within(1_500), `${text.slice(0, 10)}… took ${Math.round(ms)} ms`);
  }
});

test("a text has the same words whether or not it has a letter that ASCII does not have", async () => {
  const texts = Array.from({ length: 127 }, (_, n) => `One${String.fromCharCode(n + 1)}Two 3 fOUR`);
  const rows = await service().database.query(
    `select t from unnest($1::text[]) as t
     where message_words('', t, null, '{}') <> ts_delete(message_words('', t || ' é', null, '{}'), 'e')`,
    [texts],
  );
  assert.deepEqual(rows, []);
});
