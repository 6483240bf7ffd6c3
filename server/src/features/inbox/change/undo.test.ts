import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveConversation } from "../../../../test/inbox.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { fromNow } from "../../../../test/moments.ts";

const service = sharedService();

/** A tool call as a model makes it: its answer, or the error it is told. */
async function tool(person: Person, name: string, input: unknown) {
  const { key } = await person.key();
  const response = await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
  const { result } = (await response.json()) as { result: { isError?: boolean; structuredContent: unknown; content: { text: string }[] } };
  if (result.isError) throw new Error(result.content[0]?.text);
  return result.structuredContent as { operation_id: string; records: number; conversations: number; id: string };
}

async function begin() {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  return { ada, channel, ...(await giveConversation(service(), ada, { channel })) };
}

test("the tool undo takes back the last change of a conversation, whichever it was", async () => {
  const { ada, cnv } = await begin();
  const look = async () => {
    const { state, assignee, tags, snoozed_until: until } = await ada.call("inbox.get", { id: cnv });
    return [state, assignee?.id ?? null, tags, until];
  };
  const until = fromNow(86_400_000).toISOString();
  const before = await look();
  // An older change of a record must not be taken for the last one.
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Older" } });
  for (const change of [{ state: "closed" }, { assignee: ada.userId }, { tags: ["vip"] }, { state: "snoozed", snoozed_until: until }]) {
    await tool(ada, "update_conversation", { id: cnv, ...change });
    assert.notDeepEqual(await look(), before);
    const { records, conversations } = await tool(ada, "undo", { id: "last" });
    assert.deepEqual([await look(), records, conversations], [before, 0, 1]);
  }
  // A newer change of a record is the last one.
  await tool(ada, "update_conversation", { id: cnv, tags: ["kept"] });
  await ada.call("records.update", { id: record.id, values: { name: "Newer" } });
  assert.equal((await tool(ada, "undo", { id: "last" })).records, 1);
  assert.deepEqual([(await ada.call("records.get", { id: record.id })).title, (await look())[2]], ["Older", ["kept"]]);
  // Said again: the change before it.
  assert.equal((await tool(ada, "undo", { id: "last" })).conversations, 1);
  assert.deepEqual(await look(), before);
});

test("the tool undo takes back a merge, a draft, a message that has not left, and a contact with its conversation", async () => {
  const { ada, channel, cnv, msg } = await begin();
  const other = await giveConversation(service(), ada, { channel });
  await ada.call("inbox.merge", { id: other.cnv, into: cnv });
  await tool(ada, "undo", { id: "last" });
  assert.equal((await ada.call("inbox.get", { id: other.cnv })).id, other.cnv);

  const texts = async () => (await ada.call("inbox.messages", { id: cnv })).items.map(({ text, state }) => `${text} ${state}`);
  await tool(ada, "write_message", { conversation: cnv, text: "A draft" });
  assert.deepEqual(await texts(), ["A draft draft", " received"]);
  await tool(ada, "undo", { id: "last" });
  assert.deepEqual(await texts(), [" received"]);
  await tool(ada, "write_message", { conversation: cnv, text: "Sent", send: true, seen: msg });
  assert.deepEqual(await texts(), ["Sent queued", " received"]);
  assert.equal((await tool(ada, "undo", { id: "last" })).conversations, 1);
  assert.deepEqual(await texts(), ["Sent cancelled", " received"]);

  const { conversation, operation_id: id } = await ada.call("inbox.setContact", { id: cnv, name: "Anneke Vos" });
  const { records, conversations } = await tool(ada, "undo", { id });
  assert.deepEqual([records, conversations, (await ada.call("inbox.get", { id: cnv })).contact], [1, 1, null]);
  assert.ok((await ada.call("records.get", { id: conversation.contact?.id ?? "" })).deleted_at, "the contact is in the trash");
});

test("undo of what cannot be undone says so, and somebody else's private conversation is not undone", async () => {
  const { ada, cnv } = await begin();
  const max = await service().given.member(ada, "admin");
  await ada.call("inbox.addNote", { id: cnv, text: "Mine" });
  await assert.rejects(tool(ada, "undo", { id: "last" }), /cannot be undone/);
  const { operation_id: about } = await ada.call("inbox.setRecords", { id: cnv, records: [] });
  await assert.rejects(tool(ada, "undo", { id: about }), /cannot be undone/);

  const hidden = await giveConversation(service(), ada, { channel: await giveChannel(service(), ada, "private") });
  const { operation_id: id } = await ada.call("inbox.update", { id: hidden.cnv, state: "closed" });
  await assert.rejects(tool(max, "undo", { id }), /not found/i);
  assert.equal((await ada.call("inbox.get", { id: hidden.cnv })).state, "closed");
});
