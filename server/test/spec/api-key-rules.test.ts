import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { adminStatusOf, askMe, toolNames } from "./ask.ts";

const service = sharedService();

test("API key, rule 1: the answer to its creation is the only one with a field for the value", async () => {
  const ada = await service().given.admin();
  const created = await ada.call("keys.create", { name: "test" });

  assert.equal(typeof created.key, "string");
  for (const item of (await ada.call("keys.list", {})).items) assert.ok(!("key" in item));
  for (const item of (await ada.call("keys.listCompany", {})).items) assert.ok(!("key" in item));
});

test("API key, rule 2: a key has no scope of its own", async () => {
  const ada = await service().given.admin();

  for (const own of [{ scope: "read" }, { scopes: ["read"] }, { permissions: ["me"] }, { role: "member" }]) {
    assert.equal((await ada.post("keys.create", { name: "narrow", ...own })).status, 422, JSON.stringify(own));
  }
  const created = await ada.call("keys.create", { name: "plain" });
  const fields = ["client", "created_at", "id", "key", "last_four", "last_used_at", "name", "owner"];
  assert.deepEqual(Object.keys(created).sort(), fields, "nothing about what it may do");
});

test("API key, rule 2: a key can do what its owner can do at the time of each call", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key } = await max.key();

  assert.equal(await adminStatusOf(service(), key), 403);
  await ada.call("members.update", { id: max.userId, role: "admin" });
  assert.equal(await adminStatusOf(service(), key), 200);
  await ada.call("members.update", { id: max.userId, disabled: true });
  assert.equal(await adminStatusOf(service(), key), 401);
});

test("API key, rule 3: an Admin made a Member has keys without admin capabilities from the next call", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada, "admin");
  const { key } = await max.key();
  assert.equal(await adminStatusOf(service(), key), 200);
  assert.ok((await toolNames(service(), key)).includes("list_events"));

  await ada.call("members.update", { id: max.userId, role: "member" });

  assert.equal(await adminStatusOf(service(), key), 403);
  assert.ok(!(await toolNames(service(), key)).includes("list_events"));
  assert.equal((await askMe(service(), key)).user.role, "member");
});

test("API key, rule 4: keys are added and deleted in the web application, under Profile, API & Connectors", async () => {
  const ada = await service().given.admin();
  const page = await fetch(`${service().url}/profile/api`);
  assert.equal(page.status, 200);

  const { id } = await ada.key();
  assert.equal((await ada.post("keys.delete", { id })).status, 200);
  const withoutSession = await fetch(`${service().url}/app/call/keys.create`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": (await ada.key()).key },
    body: JSON.stringify({ name: "made by a key" }),
  });
  assert.equal(withoutSession.status, 401, "a key cannot make keys there either");
});

test("API key, rule 4: nothing rotates a key in one step", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();

  for (const name of ["keys.rotate", "keys.regenerate", "keys.update"]) assert.equal((await ada.post(name, { id })).status, 404, name);
  const description = await (await service().rest(key, "GET", "/openapi.json")).text();
  // The secret that signs what a webhook or a destination is sent can be replaced; it is no key.
  const rotating = [...description.matchAll(/"operationId":"([^"]*rotat[^"]*)"/gi)].map(([, name]) => name);
  assert.deepEqual(
    rotating.toSorted((one, other) => String(one).localeCompare(String(other))),
    ["leadSending.rotateDestinationSecret", "webhooks.rotateSecret"],
  );
  for (const tool of await toolNames(service(), key)) assert.doesNotMatch(tool, /rotat/);
});

test("User roles: there are Admin and Member, and no other", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);

  assert.equal((await askMe(service(), (await ada.key()).key)).user.role, "admin");
  assert.equal((await askMe(service(), (await max.key()).key)).user.role, "member");
  for (const role of ["owner", "guest", "Admin", ""]) {
    assert.equal((await ada.post("members.update", { id: max.userId, role })).status, 422, role);
  }
});
