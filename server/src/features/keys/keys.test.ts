import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { inService, PASSWORD, sharedService, type Person } from "../../../test/service.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

const service = sharedService();

test("keys.create answers a key of 64 base62 characters, once", async () => {
  const ada = await service().given.admin();
  const created = await ada.call("keys.create", { name: "Claude Code" });

  assert.match(created.key, /^[0-9A-Za-z]{64}$/);
  assert.equal(created.last_four, created.key.slice(-4));
  const listed = await ada.call("keys.list", {});
  assert.ok(!JSON.stringify(listed).includes(created.key));
  assert.equal(listed.items[0]?.name, "Claude Code");
});

test("keys.create tells the log who made which key", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key("Claude Code");
  const [created] = await eventsOf(ada, "key.created");
  assert.deepEqual([created?.actor, created?.via, created?.subject], [ada.userId, "web", id]);
  assert.deepEqual(created?.data, { name: "Claude Code", last_four: key.slice(-4) });
});

test("keys.create wants a name of 1 to 100 characters, and nothing else", async () => {
  const ada = await service().given.admin();
  for (const name of ["", "  ", "x".repeat(101), null, 5]) await assertRefused(ada, "invalid_input", [["keys.create", { name }]], "/name");
  await assertRefused(ada, "invalid_input", [["keys.create", { name: "n", key: "mine" }]], "/key");
  assert.equal((await ada.call("keys.create", { name: ` ${"x".repeat(100)} ` })).name, "x".repeat(100));
});

test("keys.create stops at 50 keys, also when they are asked for at the same moment; deleting one makes room", async () => {
  const ada = await service().given.admin();
  const answers = await Promise.all(Array.from({ length: 55 }, (_, at) => ada.post("keys.create", { name: `key ${at}` })));
  assert.equal(answers.filter((answer) => answer.status === 200).length, 50);
  assert.equal(answers.filter((answer) => answer.status === 409).length, 5);
  await assertRefused(ada, "quota_reached", [["keys.create", { name: "the 51st" }]]);

  for (const { id } of (await ada.call("keys.list", {})).items.slice(0, 1)) await ada.call("keys.delete", { id });
  await ada.key("the 50th again");
});

test(
  "keys.create asks for the password again after 30 minutes; sessions.confirm gives it",
  inService(async (service) => {
    const ada = await service.given.admin();
    service.clock.advance(29 * MINUTE_MS);
    await ada.key();
    service.clock.advance(2 * MINUTE_MS);
    await assertRefused(ada, "password_needed", [["keys.create", { name: "later" }]]);
    await ada.call("sessions.confirm", { password: PASSWORD });
    await ada.key("later");
  }),
);

test("keys.list shows the caller's own keys, newest first; keys.listCompany shows an Admin everybody's", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  for (const name of ["first", "second"]) await ada.key(name);
  await max.key("his");
  await (await service().given.admin()).key("a stranger's");

  assert.deepEqual(namesIn(await ada.call("keys.list", {})), ["second", "first"]);
  assert.deepEqual(namesIn(await max.call("keys.list", {})), ["his"]);
  const page = await ada.call("keys.listCompany", { limit: 2 });
  assert.deepEqual(namesIn(page), ["his", "second"]);
  assert.deepEqual(namesIn(await ada.call("keys.listCompany", { cursor: String(page.next_cursor) })), ["first"]);
  await assertRefused(max, "admin_only", [["keys.listCompany", {}]]);
  await assertRefused(ada, "bad_cursor", [["keys.listCompany", { cursor: "made.up" }]]);
});

const namesIn = ({ items }: { items: { name: string }[] }) => items.map((item) => item.name);

test("keys.delete stops the key at once", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  assert.equal((await service().rest(key, "GET", "/me")).status, 200);

  await ada.call("keys.delete", { id });

  assert.equal((await service().rest(key, "GET", "/me")).status, 401);
  await assertRefused(ada, "not_found", [["keys.delete", { id }]]);
});

test("keys.delete lets an Admin delete a member's key, and tells the log whose it was", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, key } = await max.key("his");
  await ada.call("keys.delete", { id });
  assert.equal((await service().rest(key, "GET", "/me")).status, 401);
  const [deleted] = await eventsOf(ada, "key.deleted");
  assert.deepEqual([deleted?.actor, deleted?.subject], [ada.userId, id]);
  assert.deepEqual(deleted?.data, { name: "his", last_four: key.slice(-4), owner: "Max Member" });
});

test("keys.delete finds neither a colleague's key for a Member, nor another company's for anybody", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, key } = await ada.key();
  for (const person of [max, await service().given.admin()]) await assertRefused(person, "not_found", [["keys.delete", { id }]]);
  await assertRefused(ada, "invalid_input", [["keys.delete", { id: ada.userId }]], "/id");
  assert.equal((await service().rest(key, "GET", "/me")).status, 200);
});

async function lastUseOf(person: Person) {
  await service().app.settle();
  const [key] = (await person.call("keys.list", {})).items;
  return { client: key?.client, lastUsedAt: key?.last_used_at };
}

const initialize = (name: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name, version: "2.4.0" } },
});

test("the first use of a key is an event of its own, with the client that used it", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  assert.deepEqual(await lastUseOf(ada), { client: null, lastUsedAt: null });
  for (let call = 0; call < 3; call++) await service().rest(key, "GET", "/me", undefined, { "user-agent": "n8n/1.118" });

  assert.equal((await lastUseOf(ada)).client, "n8n/1.118");
  const [used, ...others] = await eventsOf(ada, "key.first_used");
  assert.deepEqual([used?.subject, used?.via, used?.actor], [id, "system", null]);
  assert.match(JSON.stringify(used?.data), /"client":"n8n\/1\.118"/);
  assert.deepEqual(others, []);
});

test("the name that an MCP client gives itself is kept, and no user agent takes its place", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await service().mcp(key, initialize("claude-code"), { "user-agent": "node" });
  assert.equal((await lastUseOf(ada)).client, "claude-code 2.4.0");
  service().clock.advance(2 * MINUTE_MS);
  const before = (await lastUseOf(ada)).lastUsedAt;
  await service().rest(key, "GET", "/me", undefined, { "user-agent": "curl" });
  const after = await lastUseOf(ada);
  assert.equal(after.client, "claude-code 2.4.0");
  assert.notEqual(after.lastUsedAt, before);
});

test("a client cannot hide the use of a key behind a name that cannot be stored", async () => {
  for (const name of ["ev\0il", "\ud800", `${"x".repeat(99)}👩‍🚀`]) {
    const ada = await service().given.admin();
    const { key } = await ada.key();
    await service().mcp(key, initialize(name));
    const { client, lastUsedAt } = await lastUseOf(ada);
    assert.notEqual(lastUsedAt, null, JSON.stringify(name));
    assert.ok((client ?? "").length <= 100);
    assert.equal((await eventsOf(ada, "key.first_used")).length, 1);
  }
});

test("everything about keys needs a session: a key in its place is none", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  await assertNeedsSession(ada, [
    ["keys.create", { name: "n" }],
    ["keys.list", {}],
    ["keys.listCompany", {}],
    ["keys.delete", { id }],
  ]);
  assert.equal((await ada.post("keys.list", {}, { cookie: "", "x-api-key": key })).status, 401);
});
