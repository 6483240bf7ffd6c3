import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../test/service.ts";

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

test("keys.delete stops the key at once", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  assert.equal((await service().rest(key, "GET", "/me")).status, 200);

  await ada.call("keys.delete", { id });

  assert.equal((await service().rest(key, "GET", "/me")).status, 401);
});
