import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { inService, PASSWORD, sharedService, type Person } from "../../../test/service.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

const service = sharedService();

const namesIn = ({ items }: { items: { name: string }[] }) => items.map((item) => item.name);

test("members.me says who calls, and through which key", async () => {
  const ada = await service().given.admin("Ada");
  const me = await ada.call("members.me", {});
  assert.deepEqual([me.user.name, me.user.email, me.user.role, me.key], ["Ada", ada.email, "admin", null]);

  const { id, key } = await ada.key("Claude Code");
  const answered = (await (await service().rest(key, "GET", "/me")).json()) as typeof me;
  assert.deepEqual(answered.user, me.user);
  assert.deepEqual(answered.key, { id, name: "Claude Code" });
});

test("members.list goes through everybody by name, once, whatever alphabet the names are in", async () => {
  const ada = await service().given.admin("ΟΔΥΣΣΕΥΣ");
  for (const name of ["ΟΔΥΣΣΕΥΣ", "İpek", "zoe", "Zoe", "ẞ", "\u200b".repeat(100)]) await service().given.member(ada, "member", name);
  const whole = await ada.call("members.list", { limit: 100 });

  const paged: string[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < 20 && cursor !== null; page++) {
    const answer = await ada.call("members.list", { limit: 2, ...(cursor ? { cursor } : {}) });
    paged.push(...answer.items.map((item) => item.id));
    cursor = answer.next_cursor;
  }
  assert.equal(new Set(paged).size, 7);
  assert.deepEqual(
    paged,
    whole.items.map((item) => item.id),
  );
});

test("members.list finds a part of a name or an address, and takes wildcards as text", async () => {
  const ada = await service().given.admin("Ada Lovelace");
  const max = await service().given.member(ada, "member", "Max 100%_sure");
  assert.deepEqual(namesIn(await ada.call("members.list", { search: "LOVE" })), ["Ada Lovelace"]);
  assert.deepEqual(namesIn(await ada.call("members.list", { search: max.email.slice(0, 8).toUpperCase() })), ["Max 100%_sure"]);
  assert.deepEqual(namesIn(await ada.call("members.list", { search: "%_" })), ["Max 100%_sure"]);
  assert.deepEqual(namesIn(await ada.call("members.list", { search: "Ada%" })), []);
});

test("members.list holds nobody of another company", async () => {
  const ada = await service().given.admin("Ada");
  await service().given.admin("Eve");
  assert.deepEqual(namesIn(await ada.call("members.list", {})), ["Ada"]);
});

test("members.list refuses a page of none or of more than 100, and a cursor that is not its own", async () => {
  const ada = await service().given.admin();
  await service().given.member(ada);
  const { next_cursor: cursor } = await ada.call("events.list", { limit: 1 });
  await assertRefused(ada, "invalid_input", [
    ["members.list", { limit: 0 }],
    ["members.list", { limit: 101 }],
  ]);
  await assertRefused(ada, "bad_cursor", [
    ["members.list", { cursor }],
    ["members.list", { cursor: "made.up" }],
  ]);
});

test("members.update and members.disable take an id or an address; the log says who did it, how, and with which key", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, key } = await ada.key();
  await ada.call("members.update", { id: max.userId, role: "admin" });
  await ada.call("members.update", { id: max.email, role: "member" });
  const answer = await service().rest(key, "PATCH", `/members/${encodeURIComponent(max.email.toUpperCase())}`, { disabled: true });
  assert.notEqual(((await answer.json()) as { disabled_at: string | null }).disabled_at, null);

  const [second, , first] = await eventsOf(ada, "member.updated");
  assert.deepEqual([first?.actor, first?.via, first?.key, first?.changes], [ada.userId, "web", null, { role: ["member", "admin"] }]);
  assert.deepEqual([second?.actor, second?.via, second?.key, second?.changes], [ada.userId, "rest", id, { disabled: [false, true] }]);
  assert.equal(second?.subject, max.userId);
});

test("members.update that changes nothing writes no event", async () => {
  const ada = await service().given.admin();
  await ada.call("members.update", { id: ada.userId, role: "admin", disabled: false });
  assert.deepEqual(await eventsOf(ada, "member.updated"), []);
});

test("members.update stops a disabled member's session and key at once, and lets both roles back in", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key } = await max.key();
  const disabled = await ada.call("members.update", { id: max.userId, disabled: true });
  assert.notEqual(disabled.disabled_at, null);
  assert.equal((await max.post("members.me", {})).status, 401);
  assert.equal((await service().rest(key, "GET", "/me")).status, 401);

  assert.equal((await ada.call("members.update", { id: max.userId, disabled: false })).disabled_at, null);
  assert.equal((await service().rest(key, "GET", "/me")).status, 200);
});

test("members.update asks for something to change, in words it knows", async () => {
  const ada = await service().given.admin();
  await assertRefused(ada, "invalid_input", [
    ["members.update", { id: ada.userId }],
    ["members.update", { id: ada.userId, role: "owner" }],
    ["members.update", { id: ada.userId, disabled: "yes" }],
    ["members.update", { id: "key_00000000000000000000000000", role: "admin" }],
    ["members.update", { id: ada.userId, role: "admin", name: "Ada" }],
  ]);
});

test("members.update is for Admins, and for members of the own company", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const outsider = await service().given.admin();
  await assertRefused(max, "admin_only", [["members.update", { id: max.userId, role: "admin" }]]);
  await assertRefused(ada, "not_found", [
    ["members.update", { id: outsider.userId, disabled: true }],
    ["members.update", { id: outsider.email, role: "member" }],
    ["members.update", { id: "usr_00000000000000000000000000", role: "member" }],
  ]);
});

test("members.update keeps the last working Admin: neither demoted nor disabled", async () => {
  const ada = await service().given.admin();
  const other = await service().given.member(ada, "admin");
  await ada.call("members.update", { id: other.userId, disabled: true });
  await assertRefused(ada, "last_admin", [
    ["members.update", { id: ada.userId, role: "member" }],
    ["members.update", { id: ada.userId, disabled: true }],
  ]);
});

test("two Admins who demote each other at the same moment leave one Admin", async () => {
  for (let round = 0; round < 5; round++) {
    const ada = await service().given.admin();
    const bob = await service().given.member(ada, "admin");
    const statuses = await Promise.all([demote(ada, bob), demote(bob, ada)]);
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
    const roles = await Promise.all([ada, bob].map(async (person) => (await person.call("members.me", {})).user.role));
    assert.deepEqual(new Set(roles), new Set(["admin", "member"]));
  }
});

const demote = async (by: Person, whom: Person) => (await by.post("members.update", { id: whom.userId, role: "member" })).status;

test("members.rename changes the own name and nothing else", async () => {
  const ada = await service().given.admin("Ada");
  const renamed = await ada.call("members.rename", { name: " Ada Lovelace " });
  assert.deepEqual([renamed.id, renamed.name, renamed.role], [ada.userId, "Ada Lovelace", "admin"]);
  const [updated] = await eventsOf(ada, "member.updated");
  assert.deepEqual([updated?.actor, updated?.changes], [ada.userId, { name: ["Ada", "Ada Lovelace"] }]);
  await assertRefused(ada, "invalid_input", [["members.rename", { name: " " }]], "/name");
});

test(
  "members.update asks a browser for the password again after 30 minutes; sessions.confirm gives it; a key is not asked",
  inService(async (service) => {
    const ada = await service.given.admin();
    const max = await service.given.member(ada);
    const { key } = await ada.key();
    service.clock.advance(31 * MINUTE_MS);
    await assertRefused(ada, "password_needed", [["members.update", { id: ada.userId, role: "admin" }]]);
    await assertRefused(ada, "password_needed", [["invitations.createAdmin", { email: "new@test.example" }]]);
    assert.equal((await service.rest(key, "PATCH", `/members/${max.userId}`, { disabled: true })).status, 200);

    await ada.call("sessions.confirm", { password: PASSWORD });
    await ada.call("members.update", { id: ada.userId, role: "admin" });
  }),
);

test("everything about members needs a session", async () => {
  const ada = await service().given.admin();
  await assertNeedsSession(ada, [
    ["members.me", {}],
    ["members.list", {}],
    ["members.rename", { name: "Eve" }],
    ["members.update", { id: ada.userId, role: "member" }],
    ["members.disable", { id: ada.userId, disabled: true }],
    ["members.notices", {}],
    ["members.sendVerification", {}],
  ]);
});

test("members.disable is for Members of the own company; without mail nothing is to be verified", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const outsider = await service().given.member(await service().given.admin());
  await assertRefused(ada, "web_app_only", [["members.disable", { id: ada.userId, disabled: true }]]);
  await assertRefused(ada, "not_found", [["members.disable", { id: outsider.userId, disabled: true }]]);
  await assertRefused(max, "admin_only", [["members.disable", { id: max.userId, disabled: true }]]);
  assert.deepEqual(await ada.call("members.notices", {}), { verify_email: false, password_link: null });
  await assertRefused(ada, "sends_no_mail", [["members.sendVerification", {}]]);
  await assertRefused(ada, "link_not_valid", [["members.verifyEmail", { token: "x".repeat(43) }]]);
});
