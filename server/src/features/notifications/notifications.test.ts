import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { giveChannel, giveConversation } from "../../../test/inbox.ts";
import { importFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { storeKeyUsage } from "../keys/index.ts";
import { keyId } from "../keys/operations.ts";

const service = sharedService();
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});
test.after(() => worker?.stop());

const listed = async (person: Person) => (await person.call("notifications.list", {})).items;
const texts = async (person: Person) => (await listed(person)).map(({ text }) => text);

const untilNotified = (person: Person, count = 1) =>
  until(async () => {
    const items = await listed(person);
    return items.length >= count && items;
  }, `${count} notifications`);

/** What was written before has been followed once this is: events of a company are read in order. */
async function untilFollowed(ada: Person): Promise<void> {
  const last = await service().given.member(ada, "member", "Last One");
  await ada.call("records.create", { type: "deal", values: { name: "The last", owner: last.userId } });
  await untilNotified(last);
}

async function team(name = "Ada Admin") {
  const ada = await service().given.admin(name);
  return { ada, max: await service().given.member(ada) };
}

test("a record that somebody else gives me is told once, and my own never", async () => {
  const { ada, max } = await team();
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Flow metering", owner: max.userId } });
  const [notified] = await untilNotified(max);
  assert.deepEqual(
    [notified?.kind, notified?.text, notified?.name],
    ["assignment", "Ada Admin assigned this deal to you", "Flow metering"],
  );
  assert.deepEqual([notified?.actor?.name, notified?.subject, notified?.is_read], ["Ada Admin", { id: record.id, type: "deal" }, false]);
  await max.call("records.create", { type: "deal", values: { name: "My own" } });
  await max.call("records.update", { id: record.id, values: { amount: 5 } });
  await untilFollowed(ada);
  assert.equal((await listed(max)).length, 1);
  assert.deepEqual(await listed(ada), [], "whoever did it is not told");
});

test("thousands of records from one person are one notification, in the numbers of the company", async () => {
  const { ada, max } = await team("Anna Berg");
  await ada.call("companies.update", { number_format: "1.234,5" });
  for (let part = 0; part < 3; part++) {
    const items = Array.from({ length: 500 }, (_, at) => ({ values: { name: `Deal ${part} ${at}`, owner: max.userId } }));
    await ada.call("records.batch", { type: "deal", items });
  }
  const notified = await until(async () => {
    const items = await listed(max);
    return items[0]?.count === 1_500 && items;
  }, "all are told");
  assert.deepEqual(
    notified.map(({ text, name }) => [text, name]),
    [["Anna Berg assigned 1.500 deals to you", ""]],
  );
});

test("a note tells whom it mentions, and a note that was read once stays read", async () => {
  const { ada, max } = await team();
  const channel = await giveChannel(service(), ada);
  const { cnv: id } = await giveConversation(service(), ada, { channel, subject: "Offer 17" });
  await ada.call("inbox.addNote", { id, text: "@Max and me", mentions: [max.userId, ada.userId] });
  const [notified] = await untilNotified(max);
  assert.deepEqual([notified?.text, notified?.name, notified?.subject.id], ["Ada Admin mentioned you in a note", "Offer 17", id]);
  assert.deepEqual(await max.call("notifications.count", {}), { unread: 1 });
  assert.deepEqual(await max.call("notifications.markRead", { ids: [notified?.id ?? ""] }), { changed: 1 });
  assert.deepEqual(await max.call("notifications.count", {}), { unread: 0 });
  assert.deepEqual((await max.call("notifications.list", { is_unread: true })).items, []);
  assert.deepEqual(await max.call("notifications.markRead", {}), { changed: 0 });
  await max.call("notifications.markRead", { ids: [notified?.id ?? ""], is_read: false });
  assert.equal((await max.call("notifications.list", { is_unread: true })).items.length, 1);
  assert.deepEqual(await listed(ada), []);
});

test("a note on a record tells whom it mentions once, however often it is edited, and whoever is new in it", async () => {
  const { ada, max } = await team();
  const mia = await service().given.member(ada, "member", "Mia Member");
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Flow metering" } });
  const { id: note, operation_id: added } = await ada.call("records.addNote", {
    id: record.id,
    text: "@Max Member and me",
    mentions: [max.userId, ada.userId],
  });
  const [notified] = await untilNotified(max);
  assert.deepEqual([notified?.kind, notified?.text, notified?.name], ["mention", "Ada Admin mentioned you in a note", "Flow metering"]);
  assert.deepEqual(notified?.subject, { id: record.id, type: "deal" });
  await max.call("notifications.markRead", {});
  await ada.call("records.updateNote", { id: record.id, note, text: "@Mia Member", mentions: [mia.userId] });
  await untilNotified(mia);
  await ada.call("records.updateNote", { id: record.id, note, text: "Both", mentions: [max.userId, mia.userId] });
  await untilFollowed(ada);
  assert.deepEqual(
    (await listed(max)).map(({ id, is_read: isRead }) => [id, isRead]),
    [[notified?.id, true]],
    "told once, and read",
  );
  assert.equal((await listed(mia)).length, 1);
  assert.deepEqual(await listed(ada), [], "whoever wrote it is not told");
  await ada.call("records.undo", { id: added });
  assert.deepEqual([await listed(max), await listed(mia)], [[], []], "a note that is gone is told no longer");
});

test("a mention that was withdrawn before it was told, or of a record in the trash, is not told", async () => {
  const { ada, max } = await team();
  const [kept, gone] = [
    await ada.call("records.create", { type: "deal", values: { name: "Kept" } }),
    await ada.call("records.create", { type: "deal", values: { name: "Gone" } }),
  ];
  await worker?.stop();
  const { id: note } = await ada.call("records.addNote", { id: kept.record.id, text: "x", mentions: [max.userId] });
  await ada.call("records.updateNote", { id: kept.record.id, note, text: "x", mentions: [] });
  await ada.call("records.addNote", { id: gone.record.id, text: "x", mentions: [max.userId] });
  await ada.call("records.delete", { id: gone.record.id });
  worker = await service().app.startWorker();
  await untilFollowed(ada);
  assert.deepEqual(await listed(max), []);
});

test("messages of a customer tell whoever has the conversation: one line for each conversation, with their number", async () => {
  const { ada, max } = await team();
  const { id: channel } = await ada.call("channels.create", { kind: "api", name: "Shop", access: "everyone" });
  const receive = (key: string) =>
    ada.call("channels.putInbound", {
      id: channel,
      external_id: key,
      thread: "t1",
      from: { name: "Anneke", address: "anneke@acme.example" },
      text: "Hello",
    });
  await receive("1");
  const conversation = await until(async () => (await ada.call("inbox.list", {})).items[0], "the message is taken");
  // Read later, it would be a message in a conversation that is Max's by then.
  await untilFollowed(ada);
  await ada.call("inbox.update", { id: conversation.id, assignee: max.userId });
  await untilNotified(max);
  for (const key of ["2", "3"]) await receive(key);
  const notified = await until(async () => {
    const items = await listed(max);
    return items.find(({ kind, count }) => kind === "reply" && count === 2) && items;
  }, "both are told");
  assert.deepEqual(notified.map(({ text }) => text).toSorted(), [
    "2 new messages in your conversation",
    "Ada Admin assigned this conversation to you",
  ]);
  assert.deepEqual(await listed(ada), []);
});

test("what a member may no longer see is not listed or counted, whoever that is", async () => {
  const { ada, max } = await team();
  const channel = await giveChannel(service(), ada, "chosen", [ada.userId, max.userId]);
  const { cnv: id } = await giveConversation(service(), ada, { channel, subject: "Secret" });
  await ada.call("inbox.addNote", { id, text: "@Max", mentions: [max.userId] });
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Gone soon", owner: max.userId } });
  await untilNotified(max, 2);
  await ada.call("channels.update", { id: channel, members: [ada.userId] });
  assert.deepEqual(await texts(max), ["Ada Admin assigned this deal to you"]);
  await ada.call("records.delete", { id: record.id });
  assert.deepEqual(await texts(max), []);
  assert.deepEqual(await max.call("notifications.count", {}), { unread: 0 });
  await ada.call("records.restore", { id: record.id });
  assert.equal((await listed(max)).length, 1);
});

test("another company sees none of it, and marks none of it", async () => {
  const [{ ada, max }, eve] = [await team(), await service().given.admin("Eve Elsewhere")];
  await ada.call("records.create", { type: "deal", values: { name: "Ours", owner: max.userId } });
  const [notified] = await untilNotified(max);
  assert.deepEqual(await listed(eve), []);
  for (const stranger of [eve, ada]) {
    assert.deepEqual(await stranger.call("notifications.markRead", { ids: [notified?.id ?? ""] }), { changed: 0 });
    assert.deepEqual(await stranger.call("notifications.markRead", {}), { changed: 0 });
  }
  assert.deepEqual(await max.call("notifications.count", {}), { unread: 1 });
  const page = await max.call("notifications.list", { limit: 1 });
  assert.equal(page.next_cursor, null);
});

test("what happened while no worker ran is told by the next one, but not to a member who cannot sign in by then", async () => {
  const { ada, max } = await team();
  const mia = await service().given.member(ada, "member", "Mia Member");
  await worker?.stop();
  for (const owner of [max, mia]) await ada.call("records.create", { type: "deal", values: { name: "Later", owner: owner.userId } });
  await ada.call("members.update", { id: max.userId, disabled: true });
  worker = await service().app.startWorker();
  assert.equal((await untilNotified(mia)).length, 1);
  const [row] = await service().database.query(
    "select count(*)::int as count from notifications where user_id = (select id from users where email = $1)",
    [max.email],
  );
  assert.deepEqual(row, { count: 0 });
});

test("a notification that somebody has locked waits, and nothing is lost or told twice", async () => {
  const { ada, max } = await team();
  const give = (name: string) => ada.call("records.create", { type: "deal", values: { name, owner: max.userId } });
  await give("One");
  await untilNotified(max);
  const holder = new Client({ connectionString: service().database.superuserUrl });
  await holder.connect();
  await holder.query("begin; select from notifications for update");
  for (const name of ["Two", "Three"]) await give(name);
  await untilLocked(holder);
  await holder.query("rollback");
  await holder.end();
  const notified = await until(async () => {
    const items = await listed(max);
    return items[0]?.count === 3 && items;
  }, "all three are told");
  assert.equal(notified.length, 1);
  await untilFollowed(ada);
  assert.deepEqual(
    (await listed(max)).map(({ count }) => count),
    [3],
  );
});

/** Somebody waits for what this connection holds. */
const untilLocked = (holder: Client) =>
  until(
    async () => (await holder.query("select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))")).rows.length > 0,
    "the follower waits for the lock",
  );

test("tasks are told when they become due, in the morning of the company, and what was due before is not", async () => {
  const { ada, max } = await team();
  await ada.call("companies.update", { time_zone: "Asia/Tokyo" });
  const day = (days: number) => new Date(service().clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  for (const [name, due] of [
    ["Long ago", day(-30)],
    ["In two days", day(2)],
    ["Too", day(2)],
    ["Next month", day(30)],
  ] as const)
    await max.call("records.create", { type: "task", values: { name, due } });
  const { record: done } = await max.call("records.create", { type: "task", values: { name: "Done", due: day(2) } });
  await max.call("records.update", { id: done.id, values: { state: "done" } });
  await untilFollowed(ada);
  assert.deepEqual(await texts(max), []);
  service().clock.advance(4 * DAY_MS);
  const [notified] = await untilNotified(max);
  assert.deepEqual([notified?.kind, notified?.text, notified?.count], ["due", "2 tasks of yours are due", 2]);
  await until(
    async () =>
      (
        await service().database.query("select 1 from notification_rounds where next_at > $1 and next_at < $2", [
          new Date(service().clock.now().getTime() + 20 * DAY_MS),
          new Date(service().clock.now().getTime() + 31 * DAY_MS),
        ])
      ).length > 0,
    "the next look is when the next task is due",
  );
  assert.equal((await listed(max)).length, 1);
});

test("whoever imports or exports is told when it is over", async () => {
  const { ada, max } = await team();
  const rows = Array.from({ length: 30 }, (_, at) => `Person ${at},p${at}@import.example,${max.email}`);
  await importFile(ada, "contact", `Name,Email,Owner\n${rows.join("\n")}\n`);
  const [notified] = await untilNotified(ada);
  assert.deepEqual(
    [notified?.kind, notified?.text, notified?.name, notified?.subject.type],
    ["finished", "Your import is complete", "file.csv", "contact"],
  );
  assert.deepEqual(
    (await untilNotified(max)).map(({ text }) => text),
    ["Ada Admin assigned 30 contacts to you"],
    "an import floods nobody",
  );
  await ada.call("exports.create", { type: "contact" });
  assert.equal((await untilNotified(ada, 2))[0]?.text, "Your export is complete");
});

test("whoever has a key that reads far more than usual is told, and not their Admin", async () => {
  const { ada, max } = await team();
  const { id } = await max.key("sync");
  const key = keyId.decode(id);
  await service().database.query(
    `insert into key_usage (company_id, key_id, day, rows, calls)
     select company_id, id, (now() at time zone 'UTC')::date - back, 100, 1 from api_keys, generate_series(1, 7) as back where id = $1`,
    [key],
  );
  const [row] = await service().database.query("select company_id from api_keys where id = $1", [key]);
  const day = service().clock.now().toISOString().slice(0, 10);
  await storeKeyUsage(service().app.execute, { companyId: String(row?.["company_id"]), keyId: key, day, rows: 90_000, calls: 9 });
  const [notified] = await untilNotified(max);
  assert.deepEqual(
    [notified?.kind, notified?.text, notified?.name, notified?.subject.id],
    ["key", "Your key has read far more than it usually does in a day", "sync", id],
  );
  await untilFollowed(ada);
  assert.deepEqual(await listed(ada), []);
  await max.call("keys.delete", { id });
  assert.deepEqual(await listed(max), [], "a key that is gone");
});
