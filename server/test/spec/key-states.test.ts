import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { askMe, mcpStatusOf, statusOf } from "./ask.ts";

const service = sharedService();

test("States: a key in use authenticates calls, a deleted key does not", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  assert.deepEqual([await statusOf(service(), key), await mcpStatusOf(service(), key)], [200, 200]);

  await ada.call("keys.delete", { id });
  assert.deepEqual([await statusOf(service(), key), await mcpStatusOf(service(), key)], [401, 401]);
});

test("States, creation: a key is in use as soon as it is added", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();

  assert.equal(await statusOf(service(), key), 200);
});

test("States, creation: a name must be given", async () => {
  const ada = await service().given.admin();

  for (const input of [{}, { name: "" }, { name: "   " }, { name: null }]) {
    assert.equal((await ada.post("keys.create", input)).status, 422, JSON.stringify(input));
  }
  assert.deepEqual((await ada.call("keys.list", {})).items, []);
});

test("States, creation: the value is in one answer, one time", async () => {
  const ada = await service().given.admin();
  const answer = await (await ada.post("keys.create", { name: "test" })).text();
  const [value] = /[0-9A-Za-z]{64}/.exec(answer) ?? [];

  assert.ok(value);
  assert.equal(answer.split(value).length, 2, "once in the answer itself");
  assert.ok(!(await (await ada.post("keys.list", {})).text()).includes(value), "and nowhere after it");
});

test("States, deletion: any key can be deleted, used or not", async () => {
  const ada = await service().given.admin();
  const used = await ada.key("used");
  const unused = await ada.key("unused");
  await statusOf(service(), used.key);

  for (const { id } of [used, unused]) assert.equal((await ada.post("keys.delete", { id })).status, 200);
});

test("States, deletion: the very next call with the key is refused", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  // Busy on warm connections, as a real client is: nothing may remember the key.
  await Promise.all(Array.from({ length: 20 }, () => statusOf(service(), key)));

  await ada.call("keys.delete", { id });

  const after = await Promise.all(Array.from({ length: 20 }, () => statusOf(service(), key)));
  assert.deepEqual(new Set(after), new Set([401]));
});

test("States, deletion: no other key takes its place", async () => {
  const ada = await service().given.admin();
  const { id } = await ada.key();

  assert.deepEqual(await ada.call("keys.delete", { id }), {});
  assert.deepEqual((await ada.call("keys.list", {})).items, []);
});

test("States: no way leads back from deleted", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key("same name");
  await ada.call("keys.delete", { id });

  assert.equal((await ada.post("keys.delete", { id })).status, 404);
  await ada.key("same name");
  assert.equal(await statusOf(service(), key), 401);
});

test("States, rotation: it is no change of state, adding a key leaves the old one in use", async () => {
  const ada = await service().given.admin();
  const old = await ada.key("laptop");
  const fresh = await ada.key("laptop");

  assert.notEqual(old.key, fresh.key);
  assert.deepEqual([await statusOf(service(), old.key), await statusOf(service(), fresh.key)], [200, 200]);
});

test("States, rotation: add, repoint client by client, delete, and every client works all the while", async () => {
  const ada = await service().given.admin();
  const old = await ada.key("before");
  const clients = [{ key: old.key }, { key: old.key }, { key: old.key }];
  const everyClientWorks = async () => {
    for (const { key } of clients) assert.deepEqual([await statusOf(service(), key), await mcpStatusOf(service(), key)], [200, 200]);
  };

  await everyClientWorks();
  const fresh = await ada.key("after");
  await everyClientWorks();
  for (const client of clients) {
    client.key = fresh.key;
    await everyClientWorks();
  }
  await ada.call("keys.delete", { id: old.id });
  await everyClientWorks();

  assert.equal((await askMe(service(), fresh.key)).key.name, "after");
  assert.equal(await statusOf(service(), old.key), 401);
});
