import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { inService, PASSWORD, sharedService, type Person } from "../../../test/service.ts";
import { DAY_MS } from "../../kernel/clock.ts";

const service = sharedService();
const newEmail = () => `${randomUUID()}@test.example`;
const UNKNOWN = "inv_00000000000000000000000000";

async function invite(admin: Person, email = newEmail(), role: "admin" | "member" = "member") {
  const { id } = await admin.call(role === "admin" ? "invitations.createAdmin" : "invitations.create", { email });
  const { link } = await admin.call("invitations.link", { id });
  return { id, email, token: new URL(link).hash.slice("#token=".length) };
}

test("invitations.create invites as Member unless told otherwise, for seven days", async () => {
  const ada = await service().given.admin();
  const invitation = await ada.call("invitations.create", { email: "New@Test.Example" });
  assert.deepEqual([invitation.email, invitation.role, invitation.invited_by], ["new@test.example", "member", ada.userId]);
  assert.equal(Math.round((Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / DAY_MS), 7);
  assert.equal(invitation.sends_mail, false);
});

test("invitations.create over REST and over MCP writes the same event, with the key it came through", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  const [overRest, overMcp] = [newEmail(), newEmail()];
  assert.equal((await service().rest(key, "POST", "/invitations", { email: overRest })).status, 201);
  const params = { name: "invite_member", arguments: { email: overMcp } };
  await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params });

  const [mcp, rest] = await eventsOf(ada, "invitation.created");
  assert.deepEqual([rest?.via, rest?.key, rest?.actor, rest?.data], ["rest", id, ada.userId, { name: overRest, role: "member" }]);
  assert.deepEqual([mcp?.via, mcp?.key, mcp?.actor, mcp?.data], ["mcp", id, ada.userId, { name: overMcp, role: "member" }]);
});

test("invitations.create refuses who is here already or is invited already, also at the same moment", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const email = newEmail();
  await assertRefused(ada, "already_member", [["invitations.create", { email: max.email.toUpperCase() }]]);
  const answers = await Promise.all([1, 2, 3].map(() => ada.post("invitations.create", { email })));
  assert.deepEqual(
    answers.map((answer) => answer.status).sort((a, b) => a - b),
    [200, 409, 409],
  );
  await assertRefused(ada, "already_invited", [["invitations.create", { email }]]);
});

test("invitations.create refuses what is no address and no role", async () => {
  const ada = await service().given.admin();
  await assertRefused(ada, "invalid_input", [["invitations.create", { email: "mara" }]], "/email");
  await assertRefused(ada, "invalid_input", [["invitations.create", { email: newEmail(), role: "admin" }]], "/role");
});

test(
  "an invitation that ran out gives its place to a new one",
  inService(async (service) => {
    const ada = await service.given.admin();
    const first = await ada.call("invitations.create", { email: "late@test.example" });
    service.clock.advance(8 * DAY_MS);
    const again = await service.signIn(ada.email);
    const second = await again.call("invitations.create", { email: "late@test.example" });
    const { items } = await again.call("invitations.list", {});
    assert.deepEqual(
      items.map((item) => item.id),
      [second.id],
    );
    assert.notEqual(second.id, first.id);
  }),
);

test("invitations.list shows the open ones of the own company; accepted and withdrawn ones are gone", async () => {
  const ada = await service().given.admin();
  await service().given.member(ada);
  const open = await invite(ada);
  const withdrawn = await invite(ada);
  await ada.call("invitations.revoke", { id: withdrawn.id });
  await invite(await service().given.admin());
  const { items } = await ada.call("invitations.list", {});
  assert.deepEqual(
    items.map((item) => item.email),
    [open.email],
  );
  assert.ok(!JSON.stringify(items).includes(open.token));
});

test("invitations.revoke withdraws an invitation once", async () => {
  const ada = await service().given.admin();
  const { id, token } = await invite(ada);
  await ada.call("invitations.revoke", { id });
  assert.equal((await eventsOf(ada, "invitation.revoked"))[0]?.subject, id);
  await assertRefused(ada, "not_found", [
    ["invitations.revoke", { id }],
    ["invitations.link", { id }],
  ]);
  await assertRefused(ada, "link_not_valid", [["invitations.preview", { token }]]);
});

test("invitations.link makes a link and tells the log that it did, not what it is", async () => {
  const ada = await service().given.admin();
  const { id, token } = await invite(ada);
  const [made] = await eventsOf(ada, "invitation.link_made");
  assert.deepEqual([made?.actor, made?.subject], [ada.userId, id]);
  assert.ok(!JSON.stringify(made).includes(token));
});

test("invitations.preview shows what is offered to whoever holds the link", async () => {
  const ada = await service().given.admin();
  const { token, email } = await invite(ada, newEmail(), "admin");
  const { name } = await ada.call("companies.get", {});
  const preview = await ada.post("invitations.preview", { token }, { cookie: "" });
  assert.deepEqual(await preview.json(), { company_name: name, email, role: "admin" });
  await assertRefused(ada, "invalid_input", [["invitations.preview", { token: "x" }]], "/token");
});

test("invitations.accept makes a member with the role and the address that were offered, signed in", async () => {
  const ada = await service().given.admin();
  const boss = await service().given.member(ada, "admin", "Bo");
  const { user, company } = await boss.call("members.me", {});
  assert.deepEqual([user.name, user.email, user.role], ["Bo", boss.email, "admin"]);
  assert.equal(company.id, (await ada.call("companies.get", {})).id);
  const [joined] = await eventsOf(ada, "member.joined");
  assert.deepEqual(
    [joined?.actor, joined?.via, joined?.subject, joined?.data],
    [boss.userId, "web", boss.userId, { name: "Bo", role: "admin" }],
  );
});

test("invitations.accept refuses an address that has an account elsewhere, and leaves the invitation open", async () => {
  const ada = await service().given.admin();
  const outsider = await service().given.admin();
  const { token } = await invite(ada, outsider.email);
  await assertRefused(ada, "email_taken", [["invitations.accept", { token, name: "Eve", password: PASSWORD }]]);
  assert.equal((await ada.call("invitations.list", {})).items.length, 1);
});

test("invitations.accept refuses a weak password and an empty name, without spending the link", async () => {
  const ada = await service().given.admin();
  const { token } = await invite(ada);
  await assertRefused(ada, "invalid_input", [["invitations.accept", { token, name: "New", password: "short" }]], "/password");
  await assertRefused(ada, "invalid_input", [["invitations.accept", { token, name: " ", password: PASSWORD }]], "/name");
  assert.equal((await ada.post("invitations.accept", { token, name: "New", password: PASSWORD })).status, 200);
});

test("inviting is for Admins, and an invitation of another company is not found", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id } = await invite(ada);
  const calls: Parameters<typeof assertRefused>[2] = [
    ["invitations.link", { id }],
    ["invitations.revoke", { id }],
  ];
  await assertRefused(max, "admin_only", [...calls, ["invitations.list", {}], ["invitations.create", { email: newEmail() }]]);
  await assertRefused(await service().given.admin(), "not_found", calls);
  await assertRefused(ada, "not_found", [["invitations.revoke", { id: UNKNOWN }]]);
});

test("inviting needs a session", async () => {
  await assertNeedsSession(await service().given.admin(), [
    ["invitations.create", { email: newEmail() }],
    ["invitations.list", {}],
    ["invitations.link", { id: UNKNOWN }],
    ["invitations.revoke", { id: UNKNOWN }],
  ]);
});
