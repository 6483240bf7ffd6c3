import assert from "node:assert/strict";
import { test } from "node:test";
import { companyOf } from "../../../test/website-leads.ts";
import { asSystem } from "../../platform/as-system.ts";
import { newsFor } from "../../surfaces/live/news-for.ts";
import * as events from "../events/operations.ts";
import { openLive } from "../../../test/event-stream.ts";
import { giveChannel, giveConversation } from "../../../test/inbox.ts";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService();

async function company() {
  const ada = await service().given.admin("Ada");
  const max = await service().given.member(ada, "member", "Max");
  const channel = await giveChannel(service(), max, "private");
  return { ada, max, channel, ...(await giveConversation(service(), max, { channel, subject: "Mine", text: "private words" })) };
}

const refusals = async (person: Person, calls: [name: Parameters<Person["call"]>[0], input: unknown][]) =>
  Promise.all(calls.map(async ([name, input]) => `${name} ${(await person.post(name, input)).status}`));

test("what one does not see does not exist, for an Admin too, in every call about it", async () => {
  const { ada, max, channel, cnv, msg } = await company();
  const other = await giveConversation(service(), ada, { channel: await giveChannel(service(), ada) });
  const calls: [Parameters<Person["call"]>[0], Record<string, unknown>][] = [
    ["inbox.get", { id: cnv }],
    ["inbox.messages", { id: cnv }],
    ["inbox.read", { id: cnv }],
    ["inbox.listOthers", { id: cnv }],
    ["inbox.update", { id: cnv, state: "closed" }],
    ["inbox.updateMany", { ids: [other.cnv, cnv], state: "closed" }],
    ["inbox.markRead", { id: cnv, message: msg }],
    ["inbox.markRead", { id: other.cnv, message: msg }],
    ["inbox.addNote", { id: cnv, text: "x" }],
    ["inbox.merge", { id: other.cnv, into: cnv }],
    ["inbox.split", { id: other.cnv, messages: [msg] }],
    ["inbox.setContact", { id: cnv }],
    ["inbox.setRecords", { id: cnv, records: [] }],
  ];
  const answers = await refusals(ada, calls);
  assert.deepEqual(
    answers.filter((one) => !/ (404|422)$/.test(one) || (one.includes(" 422") && !one.startsWith("inbox.split"))),
    [],
  );
  for (const filter of ["", "private", "subject:mine", "state:open,closed"])
    assert.ok(!(await ada.call("inbox.list", { filter })).items.some(({ id }) => id === cnv), filter);
  assert.equal((await ada.call("inbox.counts", {})).to_answer, 1);
  await assert.rejects(ada.call("inbox.list", { filter: `channel:${channel}` }), /channel/);
  assert.equal((await max.call("inbox.list", { filter: "private" })).items.length, 1);
});

test("a shared conversation is seen by everyone, and only those who see its channel share it", async () => {
  const { ada, max, cnv } = await company();
  const shared = await max.call("inbox.update", { id: cnv, is_shared: true });
  assert.equal((await ada.call("inbox.get", { id: cnv })).may_share, false);
  assert.equal((await ada.call("inbox.messages", { id: cnv })).items.length, 1);
  assert.deepEqual((await ada.call("inbox.list", { filter: "words" })).items.length, 1);
  assert.equal((await ada.call("inbox.list", {})).items.length, 1);
  await assert.rejects(ada.call("inbox.update", { id: cnv, is_shared: false }), /see its channel/);
  await max.call("inbox.undo", { operation_id: shared.operation_id });
  assert.equal((await ada.post("inbox.get", { id: cnv })).status, 404);
});

test("private mailboxes and open channels never mix", async () => {
  const { max, cnv } = await company();
  const open = await giveConversation(service(), max, { channel: await giveChannel(service(), max, "private") });
  await assert.rejects(max.call("inbox.merge", { id: cnv, into: open.cnv }), /same people/);
});

test("the log, the live stream and webhooks hold nothing of a channel that one does not see", async (t) => {
  const { ada, max, cnv, channel } = await company();
  const streams = await Promise.all([ada, max].map((one) => openLive(service().url, { cookie: one.cookie })));
  t.after(() => Promise.all(streams.map((stream) => stream.close())));
  for (const stream of streams) await stream.ready();
  await max.call("inbox.update", { id: cnv, state: "closed" });
  const visible = await ada.call("records.create", { type: "contact", values: { name: "seen by all" } });
  const [adas, maxs] = streams;
  await maxs?.change((one) => one.subject.id === cnv, "the owner hears of it");
  await adas?.change((one) => one.subject.id === visible.record.id, "the Admin hears of other things");
  assert.doesNotMatch(JSON.stringify(adas?.messages), new RegExp(`${cnv}|${channel}`));
  const logged = JSON.stringify(await ada.call("events.list", { limit: 100 }));
  assert.doesNotMatch(logged, new RegExp(`${cnv}|conversation.closed`));
  const preview = JSON.stringify(await ada.call("webhooks.preview", {}));
  assert.doesNotMatch(preview, new RegExp(`${cnv}|conversation.closed`));
  const boss = await service().given.member(ada, "admin");
  await ada.call("members.update", { id: max.userId, role: "admin" });
  const owner = await service().signIn(max.email);
  assert.match(JSON.stringify(await owner.call("events.list", { limit: 100 })), /conversation.closed/, "their own log has it");
  assert.doesNotMatch(JSON.stringify(await boss.call("events.list", { limit: 100 })), /conversation.closed/);
});

test("who saw a conversation only because it was shared is told to look again when it no longer is, and not which one", async (t) => {
  const { ada, max, cnv, channel } = await company();
  await max.call("inbox.update", { id: cnv, is_shared: true });
  const streams = await Promise.all([ada, max].map((one) => openLive(service().url, { cookie: one.cookie })));
  t.after(() => Promise.all(streams.map((stream) => stream.close())));
  const [adas, maxs] = streams;
  const shared = (one: { subject: { id: string } }) => one.subject.id === cnv;
  // A stream begins a little in the past: what was shared is still news.
  for (const stream of streams) await stream.change(shared, "everyone hears that it is shared", 30_000);
  const before = adas?.messages.length;

  await max.call("inbox.update", { id: cnv, is_shared: false, tags: ["secret-tag"] });
  const isCrowd = (news: events.LiveNews) =>
    news.crowds.some(({ subject_type: type, types }) => type === "cnv" && types.includes("conversation.updated"));
  await adas?.until(() => adas.news().find(isCrowd), "the Admin hears that some conversation changed", 30_000);
  await maxs?.until(() => maxs.changes().filter(shared).length > 1 || undefined, "the owner hears which", 30_000);
  assert.doesNotMatch(JSON.stringify(adas?.messages.slice(before)), new RegExp(`${cnv}|${channel}|secret-tag`));
  assert.deepEqual((await ada.call("inbox.list", {})).items, []);
});

test("among too many events to name each, one that ends sharing is told to everyone too", async () => {
  const { ada, max, cnv, channel } = await company();
  const since = async () => {
    const [now] = await service().database.query("select pg_current_snapshot()::text as until");
    const span = { after: null, until: String(now?.["until"]), from: new Date(0).toISOString() };
    return newsFor(
      { id: ada.userId, role: "admin" },
      await asSystem(service().app.execute, await companyOf(service(), ada))(events.since, span),
    );
  };
  const others = await Promise.all(Array.from({ length: 100 }, () => giveConversation(service(), max, { channel })));
  await max.call("inbox.update", { id: cnv, is_shared: true });
  await max.call("inbox.updateMany", { ids: others.map((one) => one.cnv), state: "closed", assignee: max.userId, tags: ["many"] });
  const ofConversations = async () => (await since())?.crowds.filter((one) => one.subject_type === "cnv");
  assert.deepEqual(
    (await ofConversations())?.map(({ count }) => count),
    [1],
    "that it was shared, and nothing of the others",
  );
  await max.call("inbox.update", { id: cnv, is_shared: false });
  assert.deepEqual(
    (await ofConversations())?.map(({ types, count }) => [types, count]),
    [
      [["conversation.updated"], 1],
      [["conversation.updated"], 1],
    ],
  );
});

test("a webhook that is paused counts what waits for it, and nothing of a channel that not everyone sees", async () => {
  const { ada, max, cnv } = await company();
  const open = await giveConversation(service(), ada, { channel: await giveChannel(service(), ada) });
  const { webhook } = await ada.call("webhooks.create", { url: "https://93.184.216.34/kith", event_types: ["conversation.closed"] });
  await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
  const waiting = async () => (await ada.call("webhooks.get", { id: webhook.id })).waiting.count;
  await max.call("inbox.update", { id: cnv, state: "closed" });
  assert.equal(await waiting(), 0);
  await ada.call("inbox.update", { id: open.cnv, state: "closed" });
  assert.equal(await waiting(), 1);
  await max.call("inbox.update", { id: cnv, state: "open", is_shared: true });
  await max.call("inbox.update", { id: cnv, state: "closed" });
  assert.equal(await waiting(), 2, "what is shared is sent");
});
