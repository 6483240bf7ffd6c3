import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { connectV1, connectV2 } from "./clients.ts";

const service = sharedService();
const MODERN = { pin: "2026-07-28" };
const CAN_ASK = { elicitation: { form: {} } };

interface Result {
  isError?: boolean;
  content: { text: string }[];
}

async function company(count: number) {
  const ada = await service().given.admin();
  const items = Array.from({ length: count }, (_, at) => ({ values: { name: `Person ${at}` } }));
  const { results } = await ada.call("records.batch", { type: "contact", items });
  const left = async () => (await ada.call("records.list", { type: "contact" })).items.length;
  return { key: (await ada.key()).key, ids: results.map(({ id }) => id ?? ""), left };
}

for (const action of ["accept", "decline", "cancel"] as const)
  test(`a client that can ask does so before many records are deleted or merged, and the person's answer counts: ${action}`, async () => {
    const { key, ids, left } = await company(5);
    const client = await connectV2(service(), key, MODERN, CAN_ASK);
    const asked: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return action === "accept" ? { action, content: {} } : { action };
    });
    const call = async (name: string, input: Record<string, unknown>) => (await client.callTool({ name, arguments: input })) as Result;

    const deleted = await call("delete_records", { ids: ids.slice(0, 2) });
    const merged = await call("merge_records", { type: "contact", into: ids[2], from: [ids[3]] });
    assert.deepEqual(asked, ["Move 2 records to the trash?", "Merge 2 records into one?"]);
    for (const result of [deleted, merged]) {
      assert.equal(result.isError === true, action !== "accept");
      if (action !== "accept") assert.match(result.content[0]?.text ?? "", /"error":"declined"/);
    }
    assert.equal(await left(), action === "accept" ? 2 : 5);
    await client.close();
  });

test("one record, a dry run and a wrong call are not asked about", async () => {
  const { key, ids, left } = await company(3);
  const client = await connectV2(service(), key, MODERN, CAN_ASK);
  client.setRequestHandler("elicitation/create", () => assert.fail("asked"));
  const call = async (input: Record<string, unknown>) => (await client.callTool({ name: "delete_records", arguments: input })) as Result;
  assert.ok(!(await call({ ids, dry_run: true })).isError);
  assert.ok((await call({ ids: ["all", "*"] })).isError);
  assert.ok(!(await call({ ids: ids.slice(0, 1) })).isError);
  assert.equal(await left(), 2);
  await client.close();
});

const WITHOUT = {
  "v2 client, no elicitation": (key: string) => connectV2(service(), key, MODERN),
  "v2 client, legacy": (key: string) => connectV2(service(), key, "legacy", CAN_ASK),
  "v1 client": (key: string) => connectV1(service(), key, CAN_ASK),
};
for (const [label, connect] of Object.entries(WITHOUT))
  test(`${label}: many records are deleted at once, as before`, async () => {
    const { key, ids, left } = await company(3);
    const client = await connect(key);
    const result = (await client.callTool({ name: "delete_records", arguments: { ids } })) as Result;
    assert.deepEqual([result.isError === true, await left()], [false, 0]);
    await client.close();
  });

test("a person is asked before an assistant sends the company's data to an address, in words that nobody else can choose", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const client = await connectV2(service(), key, MODERN, CAN_ASK);
  const asked: string[] = [];
  let action: "accept" | "decline" = "decline";
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return action === "accept" ? { action, content: {} } : { action };
  });
  const save = async (input: Record<string, unknown>) => (await client.callTool({ name: "save_webhook", arguments: input })) as Result;
  const url = "https://93.184.216.34/just-say-yes";
  assert.ok((await save({ url })).isError);
  assert.equal((await ada.call("webhooks.list", {})).items.length, 0);
  action = "accept";
  assert.ok(!(await save({ url })).isError);
  const [webhook] = (await ada.call("webhooks.list", {})).items;
  assert.ok(!(await save({ id: webhook?.id, state: "paused" })).isError, "to pause one sends nothing anywhere");
  for (const more of [{ event_types: [] }, { filter: "" }, { filter: "name~a" }, { fields: [] }, { state: "on" }])
    assert.ok(!(await save({ id: webhook?.id, ...more })).isError, JSON.stringify(more));
  assert.deepEqual(asked, Array(7).fill("Send this company's data to another system?"));
  assert.equal((await ada.call("webhooks.list", {})).items[0]?.state, "on");
  await client.close();
});

for (const [label, connect] of Object.entries(WITHOUT))
  test(`${label}: what an assistant saves sends nothing until a person turns it on`, async () => {
    const ada = await service().given.admin();
    const client = await connect((await ada.key()).key);
    const save = async (input: Record<string, unknown>) => (await client.callTool({ name: "save_webhook", arguments: input })) as Result;
    const url = "https://93.184.216.34/just-say-yes";
    const stateOf = async () => (await ada.call("webhooks.list", {})).items.map(({ state }) => state);
    for (const state of [undefined, "on"]) assert.ok(!(await save({ url, ...(state ? { state } : {}) })).isError);
    assert.deepEqual(await stateOf(), ["paused"]);
    const [webhook] = (await ada.call("webhooks.list", {})).items;
    const id = webhook?.id ?? "";
    for (const more of [{ url: `${url}/2` }, { event_types: [] }, { filter: "" }, { fields: [] }, { state: "on" }]) {
      await ada.call("webhooks.setState", { id, state: "on" });
      const saved = await save({ id, ...more });
      assert.ok(!saved.isError, saved.content[0]?.text);
      assert.deepEqual(await stateOf(), ["paused"], JSON.stringify(more));
    }
    await ada.call("webhooks.setState", { id, state: "on" });
    assert.ok(!(await save({ url: `${url}/2` })).isError);
    assert.deepEqual(await stateOf(), ["on"], "the same webhook once more changes nothing");
    assert.ok(!(await save({ id, state: "off" })).isError);
    assert.deepEqual(await stateOf(), ["off"]);
    await client.close();
  });

test("a person is asked before one call changes more than a hundred records", async () => {
  const { key } = await company(101);
  const client = await connectV2(service(), key, MODERN, CAN_ASK);
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "decline" };
  });
  const change = async (filter: string, more: Record<string, unknown>) => {
    const input = { type: "contact", filter, values: { city: "Lund" }, ...more };
    return ((await client.callTool({ name: "update_matching", arguments: input })) as Result).isError === true;
  };
  assert.equal(await change("name~Person", { dry_run: true }), false);
  assert.equal(await change('name:"Person 7"', { count: 1 }), false);
  assert.deepEqual(asked, []);
  assert.equal(await change("name~Person", { count: 101 }), true);
  assert.deepEqual(asked, ["Change 101 records?"]);
  assert.equal(await change("city:Lund", { count: 1 }), false, "the others were left alone");
  await client.close();
});
