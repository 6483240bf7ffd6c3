import assert from "node:assert/strict";
import { test } from "node:test";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { giveChannel, giveConversation, giveMessage } from "../../../../test/inbox.ts";
import { mailChannel } from "../../../../test/messages.ts";
import { ago, fromNow } from "../../../../test/moments.ts";
import { sharedService } from "../../../../test/service.ts";
import { companyOf } from "../../../../test/website-leads.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { conversationId, messageId } from "../ids.ts";
import { announceOverdue } from "../work-operations.ts";

const service = sharedService();

async function begin() {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const give = (text: string, hoursAgo: number) =>
    giveConversation(service(), ada, { channel, subject: text, text, at: ago(hoursAgo * HOUR_MS) });
  const look = async (id: string) => {
    const { state, waits_for, preview, last_message, message_count } = await ada.call("inbox.get", { id });
    return { state, waits_for, preview, last_message, message_count };
  };
  return { ada, channel, give, look };
}

test("an answer that is cancelled after its conversation was merged leaves the other one with its own newest message", async () => {
  const { ada, give, look } = await begin();
  const [older, newer] = [await give("older", 3), await give("newer", 1)];
  const before = await look(newer.cnv);
  const { id } = await ada.call("inbox.writeMessage", { conversation: older.cnv, text: "Here", seen: older.msg });
  await ada.call("inbox.merge", { id: older.cnv, into: newer.cnv });
  await ada.call("inbox.cancelMessage", { id });
  assert.deepEqual(await look(newer.cnv), { ...before, message_count: 2 });
});

test("an answer that is cancelled after it was split off leaves both conversations with their own messages", async () => {
  const { ada, channel, give, look } = await begin();
  const { cnv, msg } = await give("first", 3);
  const second = await giveMessage(service(), ada, cnv, { channel, text: "second", at: ago(2 * HOUR_MS) });
  const { id } = await ada.call("inbox.writeMessage", { conversation: cnv, text: "Here", seen: second });
  const { conversation } = await ada.call("inbox.split", { id: cnv, messages: [second, id] });
  await ada.call("inbox.cancelMessage", { id });
  const [left, gone] = [await look(cnv), await look(conversation.id)];
  assert.deepEqual([left.last_message, left.message_count, left.waits_for], [msg, 1, "us"]);
  assert.deepEqual([gone.last_message, gone.message_count, gone.waits_for], [second, 1, "us"]);
});

test("what waits for an answer is not lost in a closed conversation, and undone, that one is closed again", async () => {
  const { ada, give, look } = await begin();
  const [waiting, done] = [await give("waiting", 1), await give("done", 3)];
  await ada.call("inbox.update", { id: done.cnv, state: "closed" });
  const { operation_id } = await ada.call("inbox.merge", { id: waiting.cnv, into: done.cnv });
  assert.deepEqual([(await look(done.cnv)).state, (await look(done.cnv)).waits_for], ["open", "us"]);
  await ada.call("inbox.undo", { operation_id });
  assert.deepEqual([(await look(done.cnv)).state, (await look(waiting.cnv)).state], ["closed", "open"]);
});

test("after a merge an answer goes to whoever its channel reaches", async () => {
  const { ada, channel } = await begin();
  const address = await mailChannel(service(), ada, { outgoing: { host: "127.0.0.1", port: 9, security: "tls" } });
  const mail = await giveConversation(service(), ada, { channel: address, subject: "By mail", at: ago(3 * HOUR_MS) });
  const chat = await giveConversation(service(), ada, { channel, from: "visitor-1", name: "V", text: "By chat", at: ago(HOUR_MS) });
  await ada.call("inbox.merge", { id: chat.cnv, into: mail.cnv });
  const { answer_to: to } = await ada.call("inbox.get", { id: mail.cnv });
  assert.deepEqual(
    to.map((one) => one.address),
    ["anneke@acme.example"],
  );
});

test("a machine's answer, a failed one and a draft do not make a merged conversation look answered", async () => {
  const { ada, give, look } = await begin();
  for (const [kind, state] of [
    ["automatic", "sent"],
    ["mail", "failed"],
    ["mail", "draft"],
  ]) {
    const [asked, other] = [await give("asked", 3), await give("other", 4)];
    await service().database.query(
      `insert into messages (company_id, id, conversation_id, channel_id, direction, state, kind, text, at)
       select company_id, gen_random_uuid(), conversation_id, channel_id, 'out', $2, $3, 'We got it.', now() from messages where id = $1`,
      [messageId.decode(asked.msg), state, kind],
    );
    await ada.call("inbox.merge", { id: other.cnv, into: asked.cnv });
    const merged = await look(asked.cnv);
    assert.deepEqual([merged.waits_for, merged.message_count], ["us", state === "draft" ? 2 : 3], `${kind} ${state}`);
  }
});

/** Two open conversations that wait for us, each with the time by which it must be answered. */
async function bothDue(firstDue: Date, secondDue: Date) {
  const { ada, channel } = await begin();
  const give = (dueAt: Date, hoursAgo: number) => giveConversation(service(), ada, { channel, dueAt, at: ago(hoursAgo * HOUR_MS) });
  const [first, second] = [await give(firstDue, 3), await give(secondDue, 2)];
  const dueOf = async ({ cnv }: { cnv: string }) => (await ada.call("inbox.get", { id: cnv })).due_at;
  return { ada, channel, first, second, dueOf };
}

test("a merged conversation is due when the first of both was, and undone, each has its own time again", async () => {
  const [soon, later] = [fromNow(HOUR_MS), fromNow(4 * HOUR_MS)];
  for (const [firstDue, secondDue] of [
    [soon, later],
    [later, soon],
  ] as const) {
    const { ada, first, second, dueOf } = await bothDue(firstDue, secondDue);
    const { operation_id } = await ada.call("inbox.merge", { id: first.cnv, into: second.cnv });
    assert.equal(await dueOf(second), soon.toISOString());
    await ada.call("inbox.undo", { operation_id });
    assert.deepEqual([await dueOf(first), await dueOf(second)], [firstDue.toISOString(), secondDue.toISOString()]);
  }
});

test("a merged conversation that was announced as overdue is not announced again, and undone, each is as it was", async () => {
  for (const announcedFirst of [true, false]) {
    const [early, late] = [ago(2 * HOUR_MS), announcedFirst ? fromNow(HOUR_MS) : ago(HOUR_MS)];
    const { ada, first, second, dueOf } = await bothDue(early, late);
    const company = await companyOf(service(), ada);
    const look = async () => (await asSystem(service().app.execute, company)(announceOverdue, { most: 10 })).announced;
    const clockOf = async ({ cnv }: { cnv: string }) =>
      (await service().database.query("select due_at, overdue_at from conversations where id = $1", [conversationId.decode(cnv)]))[0];
    // Snoozed, the first is announced by nobody: the second was, and stands for both.
    if (!announcedFirst) await ada.call("inbox.update", { id: first.cnv, state: "snoozed", snoozed_until: fromNow(HOUR_MS).toISOString() });
    assert.equal(await look(), 1);
    const before = [await clockOf(first), await clockOf(second)];
    const { operation_id } = await ada.call("inbox.merge", { id: first.cnv, into: second.cnv });
    assert.deepEqual([await dueOf(second), await look()], [early.toISOString(), 0]);
    await ada.call("inbox.undo", { operation_id });
    assert.deepEqual([[await clockOf(first), await clockOf(second)], await look()], [before, 0]);
  }
});

test("a merged conversation that does not wait for us is not due, and undone, it is due as it was", async () => {
  const due = fromNow(HOUR_MS);
  const { ada, channel, first, dueOf } = await bothDue(due, due);
  const answered = await giveConversation(service(), ada, { channel, waitsFor: "them", at: ago(HOUR_MS) });
  await service().database.query("update messages set direction = 'out', state = 'sent' where id = $1", [messageId.decode(answered.msg)]);
  const { operation_id } = await ada.call("inbox.merge", { id: answered.cnv, into: first.cnv });
  assert.equal(await dueOf(first), null);
  await ada.call("inbox.undo", { operation_id });
  assert.equal(await dueOf(first), due.toISOString());
});

test("what was closed is not due again because it was merged", async () => {
  const [before, due] = [ago(HOUR_MS), fromNow(HOUR_MS)];
  const { ada, first, second, dueOf } = await bothDue(before, due);
  await ada.call("inbox.update", { id: first.cnv, state: "closed" });
  const { operation_id } = await ada.call("inbox.merge", { id: first.cnv, into: second.cnv });
  assert.equal(await dueOf(second), due.toISOString());
  await ada.call("inbox.undo", { operation_id });
  await ada.call("inbox.merge", { id: second.cnv, into: first.cnv });
  assert.equal(await dueOf(first), due.toISOString());
});
