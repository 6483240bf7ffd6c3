import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { adminStatusOf, askMe, mcpStatusOf, statusOf, toolsList } from "./ask.ts";

const service = sharedService();

test("Authentication, mechanism: an API key, and nothing else", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const others: Record<string, string>[] = [
    { authorization: `Bearer ${key}` },
    { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
    { "api-key": key },
    { cookie: ada.cookie },
    { cookie: `x-api-key=${key}` },
  ];

  for (const headers of others) {
    assert.equal((await service().rest(undefined, "GET", "/me", undefined, headers)).status, 401, JSON.stringify(Object.keys(headers)));
    assert.equal((await service().mcp(undefined, toolsList, headers)).status, 401, JSON.stringify(Object.keys(headers)));
  }
  assert.equal((await service().rest(undefined, "GET", `/me?x-api-key=${key}`)).status, 401, "not in the URL, which is logged");
});

test("Authentication, header: the key goes in x-api-key", async () => {
  const { key } = await (await service().given.admin()).key();

  for (const name of ["x-api-key", "X-API-Key"]) {
    assert.equal((await service().rest(undefined, "GET", "/me", undefined, { [name]: key })).status, 200, name);
  }
});

test("Authentication, header: the key goes with every request", async () => {
  const { key } = await (await service().given.admin()).key();

  for (const expected of [200, 200]) assert.equal(await statusOf(service(), key), expected);
  assert.equal(await statusOf(service(), undefined), 401, "an earlier call on the same connection does not count");
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const greeted = await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "initialize", params: hello });
  assert.equal(greeted.status, 200);
  assert.equal(greeted.headers.get("set-cookie"), null);
  assert.equal(greeted.headers.get("mcp-session-id"), null);
  assert.equal(await mcpStatusOf(service(), undefined), 401, "nor does an initialize");
});

test("Authentication, key format: anything but 64 characters of base62 is refused", async () => {
  const { key } = await (await service().given.admin()).key();

  for (const wrong of [
    "",
    "x",
    key.slice(0, 63),
    `${key}a`,
    `${key.slice(0, 63)}-`,
    `${key.slice(0, 63)}_`,
    key.toLowerCase(),
    `${key}, ${key}`,
  ]) {
    assert.equal(await statusOf(service(), wrong), 401, wrong);
    assert.equal(await mcpStatusOf(service(), wrong), 401, wrong);
  }
});

test("Authentication, obtaining a key: a signed-in user adds it under Profile, API & Connectors", async () => {
  const ada = await service().given.admin();

  assert.equal((await fetch(`${service().url}/profile/api`)).status, 200);
  const { key } = await ada.call("keys.create", { name: "Code editor" });
  assert.equal(await statusOf(service(), key), 200);
  const anonymous = await fetch(`${service().url}/app/call/keys.create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Code editor" }),
  });
  assert.equal(anonymous.status, 401);
});

test("Authentication, identity: what a key does is its owner's deed", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  assert.equal((await askMe(service(), key)).user.id, ada.userId);

  await service().rest(key, "POST", "/invitations", { email: "jan@fernhill.example" });
  const { items } = await ada.call("events.list", { type: "invitation.created" });
  assert.equal(items[0]?.actor?.id, ada.userId, "what the key did is written down as its owner's deed");
});

test("Authentication, permissions: the owner's, looked up anew for each call", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key } = await max.key();

  for (const [role, expected] of [
    ["admin", 200],
    ["member", 403],
    ["admin", 200],
  ] as const) {
    await ada.call("members.update", { id: max.userId, role });
    assert.equal(await adminStatusOf(service(), key), expected, role);
  }
});

test("Authentication, permissions: two keys of one user can do the same", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);

  for (const [person, expected] of [
    [ada, 200],
    [max, 403],
  ] as const) {
    for (const name of ["one", "two"]) assert.equal(await adminStatusOf(service(), (await person.key(name)).key), expected);
  }
});

test("Authentication, revocation: a deleted key is refused from that moment on, over REST and over MCP", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  assert.deepEqual([await statusOf(service(), key), await mcpStatusOf(service(), key)], [200, 200]);

  await ada.call("keys.delete", { id });
  assert.deepEqual([await statusOf(service(), key), await mcpStatusOf(service(), key)], [401, 401]);
});

test("Authentication, one key per client: one client is revoked alone, and the log tells the clients apart", async () => {
  const ada = await service().given.admin();
  const lost = await ada.key("lost laptop");
  const kept = await ada.key("automation");
  await service().rest(lost.key, "POST", "/invitations", { email: "one@fernhill.example" });
  await service().rest(kept.key, "POST", "/invitations", { email: "two@fernhill.example" });

  await ada.call("keys.delete", { id: lost.id });

  assert.deepEqual([await statusOf(service(), lost.key), await statusOf(service(), kept.key)], [401, 200]);
  const { items } = await ada.call("events.list", { type: "invitation.created" });
  assert.deepEqual(
    items.map((event) => event.key?.name),
    ["automation", "lost laptop"],
  );
});
