import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveConversation } from "../../../../test/inbox.ts";
import { mailChannel, messageRow } from "../../../../test/messages.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { DAY_MS } from "../../../kernel/clock.ts";
import { channelId } from "../../channels/shapes.ts";
import { messageId } from "../ids.ts";

const service = sharedService();
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  ada = await service().given.admin();
  worker = await service().app.startWorker();
});
test.after(() => worker?.stop());

const settled = (id: string) =>
  until(async () => {
    const row = await messageRow(service(), id);
    return row["state"] !== "queued" && row;
  }, `${id} is settled`);

const due = (id: string, at: Date) =>
  service().database.query("update message_sendings set next_at = $2 where message_id = $1", [messageId.decode(id), at]);

test("what waits in a channel that is deleted has failed, says so, and its conversation is to be answered", async () => {
  const mailbox = await mailChannel(service(), ada, { outgoing: { host: "127.0.0.1", port: 9, security: "tls" } });
  for (const channel of [await giveChannel(service(), ada), mailbox]) {
    const { cnv, msg } = await giveConversation(service(), ada, { channel, subject: "Order" });
    const { id } = await ada.call("inbox.writeMessage", { conversation: cnv, text: "Tomorrow.", seen: msg });
    assert.equal((await ada.call("inbox.get", { id: cnv })).waits_for, "them");
    await ada.call("channels.delete", { id: channel });
    const { state, error, send_at: sendAt } = await settled(id);
    assert.deepEqual([state, error, sendAt], ["failed", "The channel was deleted before this message left.", null]);
    assert.equal((await ada.call("inbox.get", { id: cnv })).waits_for, "us");
    await assert.rejects(ada.call("inbox.sendMessage", { id, seen: id }), { code: "channel_deleted" });
  }
});

test("what waits for two days in a channel to which nobody signs in has failed; what waits for less goes on waiting", async () => {
  const channel = await mailChannel(service(), ada, {
    outgoing: { host: "127.0.0.1", port: 9, security: "tls" },
    address: "out@kith.example",
  });
  const write = (to: string) => ada.call("inbox.writeMessage", { channel, to: [to], subject: "x", text: "x", purpose: "personal" });
  const [old, young] = [await write("old@example.org"), await write("young@example.org")];
  await service().database.query("update channels set state = 'needs_sign_in', cause = 'password' where id = $1", [
    channelId.decode(channel),
  ]);
  await due(young.id, new Date(service().clock.now().getTime() - DAY_MS));
  await due(old.id, new Date(service().clock.now().getTime() - 2 * DAY_MS - 1_000));
  const { state, error } = await settled(old.id);
  assert.deepEqual([state, error], ["failed", "It waited for 2 days: somebody has to sign in to the channel first."]);
  assert.equal((await messageRow(service(), young.id))["state"], "queued");
});

test("what was due before the data was restored may have left: it is unknown and not sent again, and what is written afterwards leaves", async () => {
  const channel = await giveChannel(service(), ada);
  const { key } = await ada.key();
  const write = async () => {
    const { cnv: conversation, msg: seen } = await giveConversation(service(), ada, { channel, subject: "Order" });
    return (await ada.call("inbox.writeMessage", { conversation, text: "Tomorrow.", seen })).id;
  };
  const take = async () => {
    const answer = await service().rest(key, "POST", `/channels/${channel}/outbound`, {});
    return ((await answer.json()) as { items: { id: string }[] }).items.map((one) => one.id);
  };
  const [before, after] = [await write(), await write()];
  const now = service().clock.now().getTime();
  await due(before, new Date(now - 60_000));
  await due(after, new Date(now - 1_000));
  await service().database.query("insert into log_clusters (shift, cluster, since) select shift + 1, cluster, $1 from log_clusters", [
    new Date(now - 30_000),
  ]);
  const { state, error } = await settled(before);
  assert.equal(state, "unknown");
  assert.match(String(error), /It may have left since then\./);
  assert.deepEqual(await take(), [after]);
});
