import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { adminStatusOf, askMe, statusOf } from "./ask.ts";

const service = sharedService();

test("API key, name: the user chooses it when adding the key", async () => {
  const ada = await service().given.admin();
  const created = await ada.call("keys.create", { name: "Desktop assistant" });

  assert.equal(created.name, "Desktop assistant");
  assert.equal((await ada.call("keys.list", {})).items[0]?.name, "Desktop assistant");
});

test("API key, name: it tells where a key is used", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("Automation tool");
  await service().rest(key, "POST", "/invitations", { email: "noor@fernhill.example" });

  assert.equal((await askMe(service(), key)).key.name, "Automation tool");
  const { items } = await ada.call("events.list", { type: "invitation.created" });
  assert.equal(items[0]?.key?.name, "Automation tool");
});

test("API key, name: one user can hold one key for each client", async () => {
  const ada = await service().given.admin();
  const desktop = await ada.key("Desktop assistant");
  const automation = await ada.key("Automation tool");

  assert.equal((await askMe(service(), desktop.key)).key.name, "Desktop assistant");
  assert.equal((await askMe(service(), automation.key)).key.name, "Automation tool");
});

test("API key, value: it is 64 characters of a-z, A-Z and 0-9", async () => {
  const ada = await service().given.admin();
  const keys = [];
  for (let count = 0; count < 20; count++) keys.push((await ada.key(`key ${count}`)).key);

  for (const key of keys) assert.match(key, /^[0-9A-Za-z]{64}$/);
  assert.equal(new Set(keys).size, keys.length);
});

test("API key, value: the service makes it, not the caller", async () => {
  const ada = await service().given.admin();

  const refused = await ada.post("keys.create", { name: "mine", key: "a".repeat(64) });
  assert.equal(refused.status, 422);
  assert.deepEqual((await ada.call("keys.list", {})).items, []);
});

test("API key, value: it is returned in full only by its creation", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();

  const answers = [
    await ada.call("keys.list", {}),
    await ada.call("keys.listCompany", {}),
    await ada.call("events.list", {}),
    await askMe(service(), key),
    await (await service().rest(key, "GET", "/events")).json(),
    await (
      await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: {} } })
    ).json(),
  ];
  for (const answer of answers) assert.ok(!JSON.stringify(answer).includes(key));
});

test("API key, value: it can never be read again, not even from the database, the log or a repeated call", async () => {
  const ada = await service().given.admin();
  const create = async () =>
    (await (await ada.post("keys.create", { name: "once" }, { "idempotency-key": "same" })).json()) as { key: string };
  const { key } = await create();
  assert.equal(await statusOf(service(), key), 200);

  assert.notEqual((await create()).key, key);
  assert.ok(!service().logged.join("\n").includes(key));
  const tables = await service().database.query(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
  );
  assert.ok(tables.length > 5);
  for (const { name } of tables) {
    const held = await service().database.query(`select from ${String(name)} as one where one::text like $1`, [`%${key}%`]);
    assert.equal(held.length, 0, String(name));
  }
});

test("API key, owner: each key has one, who sees it among their own", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  await ada.key("of Ada");
  await max.key("of Max");

  const { items } = await ada.call("keys.listCompany", {});
  assert.deepEqual(
    items.map((key) => [key.name, key.owner.id]),
    [
      ["of Max", max.userId],
      ["of Ada", ada.userId],
    ],
  );
  assert.deepEqual(
    (await max.call("keys.list", {})).items.map((key) => key.name),
    ["of Max"],
  );
});

test("API key, owner: a key may do what they may do", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);

  assert.equal(await adminStatusOf(service(), (await ada.key()).key), 200);
  assert.equal(await adminStatusOf(service(), (await max.key()).key), 403);
});
