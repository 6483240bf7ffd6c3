import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused } from "../../../test/assertions.ts";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

test("events.list is newest first and names who, on what, and by which way", async () => {
  const ada = await service().given.admin("Ada");
  const { id, key } = await ada.key("Claude Code");
  await service().rest(key, "POST", "/invitations", { email: "new@test.example" });
  await service().app.settle();

  const { items } = await ada.call("events.list", {});
  const described = items.map((event) => [event.type, event.via, event.actor?.name ?? null, event.key?.name ?? null]);
  assert.deepEqual(
    new Set(described.map(String)),
    new Set(
      [
        ["key.first_used", "system", null, null],
        ["invitation.created", "rest", "Ada", "Claude Code"],
        ["key.created", "web", "Ada", null],
        ["company.created", "web", "Ada", null],
      ].map(String),
    ),
  );
  const times = items.map((event) => Date.parse(event.at));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  const created = items.find((event) => event.type === "key.created");
  assert.deepEqual(created?.subject, { type: "key", id, name: "Claude Code" });
  assert.equal(created?.operation, "keys.create");
});

test("events.list can be narrowed to a type, a member and a key", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, key } = await ada.key();
  await max.key();
  await service().rest(key, "POST", "/invitations", { email: "new@test.example" });

  const typesOf = async (input: object) => (await ada.call("events.list", input)).items.map((event) => event.type);
  assert.deepEqual(await typesOf({ type: "key.created" }), ["key.created", "key.created"]);
  assert.deepEqual(await typesOf({ actor: max.userId }), ["key.created", "member.joined"]);
  assert.deepEqual(await typesOf({ key: id }), ["invitation.created"]);
  assert.deepEqual(await typesOf({ key: id, type: "key.created" }), []);
  assert.deepEqual(await typesOf({ type: "no.such_type" }), []);
});

test("events.list goes page by page through everything, once", async () => {
  const ada = await service().given.admin();
  for (let at = 0; at < 6; at++) await ada.key(`key ${at}`);
  const seen: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await ada.call("events.list", { type: "key.created", limit: 4, ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map((event) => String(event.subject.name)));
    cursor = page.next_cursor;
  }
  assert.deepEqual(seen, ["key 5", "key 4", "key 3", "key 2", "key 1", "key 0"]);
});

test("events.list refuses a cursor of another list, of another company, or edited", async () => {
  const ada = await service().given.admin();
  await service().given.member(ada);
  const eve = await service().given.admin();
  await eve.key();
  const members = (await ada.call("members.list", { limit: 1 })).next_cursor;
  const eves = (await eve.call("events.list", { limit: 1 })).next_cursor;
  const own = (await ada.call("events.list", { limit: 1 })).next_cursor ?? "";
  for (const cursor of [members, eves, `${own}.x`, `x${own}`, own.slice(0, -1)]) {
    await assertRefused(ada, "bad_cursor", [["events.list", { cursor }]]);
  }
});

test("events.list holds nothing of another company, whatever is asked for", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const { id } = await eve.key();
  assert.deepEqual((await ada.call("events.list", { actor: eve.userId })).items, []);
  assert.deepEqual((await ada.call("events.list", { key: id })).items, []);
  assert.equal((await ada.call("events.list", {})).items.length, 1);
});

test("events.list is for Admins, with ids of the right kind, and needs a session", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  await assertRefused(max, "admin_only", [["events.list", {}]]);
  await assertRefused(ada, "invalid_input", [["events.list", { actor: "key_00000000000000000000000000" }]], "/actor");
  await assertRefused(ada, "invalid_input", [["events.list", { type: "x".repeat(61) }]], "/type");
  await assertNeedsSession(ada, [["events.list", {}]]);
});

test("everything one call does has one operation id", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { items } = await ada.call("events.list", { actor: max.userId });
  assert.equal(new Set(items.map((event) => event.operation_id)).size, 1);
  assert.match(items[0]?.operation_id ?? "", /^op_/);
});
