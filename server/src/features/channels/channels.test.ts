import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveFailedItem } from "../../../test/channels/give-channel.ts";
import { sharedService } from "../../../test/service.ts";
import { readApiItem } from "./index.ts";

const service = sharedService({ env: { QUOTAS: "channels=3" } });
const MESSAGE = { from: { address: "ines@vosmetering.example", name: "Ines Vos" }, text: "Hello" };

test("a message brought twice is one item, whatever the second says", async () => {
  const ada = await service().given.admin();
  const { chn: id } = await giveChannel(service(), ada, "App", 0);
  const { key } = await ada.key();
  const put = async (text: string) => {
    const answer = await service().rest(key, "PUT", `/channels/${id}/inbound/a%2Fb`, { ...MESSAGE, text });
    assert.equal(answer.status, 202);
    return (await answer.json()) as { item: string; is_new: boolean };
  };
  const first = await put("First");
  assert.deepEqual([first.is_new, await put("Second")], [true, { item: first.item, is_new: false }]);
  const together = await Promise.all(
    Array.from({ length: 10 }, () => ada.call("channels.putInbound", { id, external_id: "c", ...MESSAGE })),
  );
  assert.deepEqual([together.filter((one) => one.is_new).length, new Set(together.map((one) => one.item)).size], [1, 1]);
  const { items } = await ada.call("channels.listItems", { id, state: "new" });
  assert.deepEqual(
    items.map(({ source_key, state }) => [source_key, state]),
    [
      ["message/c", "new"],
      ["message/a/b", "new"],
    ],
  );
  const { base64, type } = await ada.call("channels.readItem", { id, item: first.item });
  const kept = readApiItem(Buffer.from(base64, "base64"));
  assert.deepEqual([type, kept.kind === "message" && kept.message.text], ["application/json", "First"]);
  const channel = await ada.call("channels.get", { id });
  assert.deepEqual([channel.waiting.count, channel.failed.count, channel.last_received_at !== null], [2, 0, true]);
});

test("statuses are taken once each, in any order and however often", async () => {
  const ada = await service().given.admin();
  const { chn: id } = await giveChannel(service(), ada, "App", 0);
  const statuses = (["read", "sent", "delivered", "sent"] as const).map((state) => ({ message: "one", state }));
  const accepted = [];
  for (let times = 0; times < 3; times++) accepted.push((await ada.call("channels.putStatuses", { id, statuses })).accepted);
  assert.deepEqual(accepted, [3, 0, 0]);
});

test("an item that failed can be downloaded and taken again; one that did not cannot be", async () => {
  const ada = await service().given.admin();
  const { chn: id } = await giveChannel(service(), ada, "App", 0);
  const long = "x".repeat(200_000);
  const item = await giveFailedItem(service(), ada, id, long);
  assert.deepEqual((await ada.call("channels.get", { id })).failed, { count: 1, is_exact: true });
  const { base64, size, next_position } = await ada.call("channels.readItem", { id, item });
  assert.deepEqual([Buffer.from(base64, "base64").length, next_position], [size, null]);
  assert.ok(base64.includes(Buffer.from(long.slice(0, 300)).toString("base64").slice(4, -4)));
  const tail = await ada.call("channels.readItem", { id, item, position: size - 2 });
  assert.deepEqual([Buffer.from(tail.base64, "base64").length, tail.next_position], [2, null]);
  const again = await ada.call("channels.retryItem", { id, item });
  assert.deepEqual([again.state, again.reason, again.attempts], ["new", null, 0]);
  assert.equal((await ada.post("channels.retryItem", { id, item })).status, 409);
});

test("originals are removed 30 days after they came; what they became stays known, and what waits is never touched", async () => {
  const ada = await service().given.admin();
  const { chn: id } = await giveChannel(service(), ada, "App", 0);
  const [old, waits] = [
    await giveFailedItem(service(), ada, id),
    await ada.call("channels.putInbound", { id, external_id: "w", ...MESSAGE }),
  ];
  await service().database.query("update inbound_items set received_at = now() - interval '31 days'");
  const fresh = await giveFailedItem(service(), ada, id);
  await service().app.housekeep();
  assert.equal((await ada.post("channels.readItem", { id, item: old })).status, 409);
  for (const item of [waits.item, fresh]) assert.equal((await ada.post("channels.readItem", { id, item })).status, 200);
  assert.equal((await ada.call("channels.listItems", { id })).items.length, 2);
});

test("a paused channel takes nothing, a deleted one is gone from the list, and its name is free again", async () => {
  const ada = await service().given.admin();
  const { chn: id } = await giveChannel(service(), ada, "App", 0);
  await ada.call("channels.setState", { id, state: "paused" });
  const refused = await ada.post("channels.putInbound", { id, external_id: "a", ...MESSAGE });
  assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [409, "channel_paused"]);
  await ada.call("channels.setState", { id, state: "on" });
  await ada.call("channels.putInbound", { id, external_id: "a", ...MESSAGE });
  await ada.call("channels.delete", { id });
  assert.equal((await ada.post("channels.get", { id })).status, 404);
  assert.deepEqual((await ada.call("channels.list", {})).items, []);
  const { items } = await ada.call("events.list", { limit: 4 });
  assert.deepEqual(
    items.map(({ type }) => type),
    ["channel.deleted", "channel.updated", "channel.updated", "channel.created"],
  );
});

test("a company has as many channels as the operator allows, also when they are added at once", async () => {
  const ada = await service().given.admin();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => ada.post("channels.create", { kind: "api", name: `${at}` })));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((one, other) => one - other),
    [200, 200, 200, 409, 409, 409],
  );
});

test("a message without any content is refused, and so is an access that fits no API channel", async () => {
  const ada = await service().given.admin();
  const { chn: id } = await giveChannel(service(), ada, "App", 0);
  const empty = await ada.post("channels.putInbound", { id, external_id: "a", ...MESSAGE, text: " " });
  assert.deepEqual([empty.status, /"pointer":"\/text"/.test(await empty.text())], [422, true]);
  for (const wrong of [{ access: "private" }, { access: "chosen" }, { members: [ada.userId] }])
    assert.equal((await ada.post("channels.create", { kind: "api", name: "Wrong", ...wrong })).status, 422, JSON.stringify(wrong));
});
