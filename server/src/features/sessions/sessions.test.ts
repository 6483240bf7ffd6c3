import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { inService, PASSWORD, sharedService } from "../../../test/service.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

const service = sharedService();

test("sessions.create opens a session, and the log says from where", async () => {
  const ada = await service().given.admin();
  await ada.post("sessions.create", { email: ada.email.toUpperCase(), password: PASSWORD }, { "user-agent": "Firefox" });
  const [created] = await eventsOf(ada, "session.created");
  assert.deepEqual([created?.actor, created?.via, created?.subject], [ada.userId, "web", ada.userId]);
  assert.deepEqual(created?.data, { name: "Ada Admin", client: "Firefox", ip: "127.0.0.1" });
});

test("sessions.create never answers the token itself: it is in the cookie alone", async () => {
  const ada = await service().given.admin();
  const answer = await ada.post("sessions.create", { email: ada.email, password: PASSWORD });
  assert.deepEqual(await answer.json(), { user_id: ada.userId });
  assert.match(answer.headers.get("set-cookie") ?? "", /^kith_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.equal(answer.headers.get("cache-control"), "no-store");
});

test("sessions.create refuses what is no address or no password", async () => {
  const ada = await service().given.admin();
  await assertRefused(ada, "invalid_input", [["sessions.create", { email: "ada", password: PASSWORD }]], "/email");
  await assertRefused(ada, "invalid_input", [["sessions.create", { email: ada.email, password: "" }]], "/password");
  await assertRefused(ada, "sign_in_refused", [["sessions.create", { email: ada.email, password: `${PASSWORD} ` }]]);
});

test("sessions.list shows where the caller is signed in, and which one this is", async () => {
  const ada = await service().given.admin();
  const phone = await service().signIn(ada.email);
  await service().given.member(ada);
  const { items } = await phone.call("sessions.list", {});
  assert.equal(items.length, 2);
  assert.deepEqual(
    items.map((session) => session.is_current),
    [true, false],
  );
});

test("sessions.revoke ends another session of the caller's at once, and tells the log", async () => {
  const ada = await service().given.admin();
  const phone = await service().signIn(ada.email);
  const lost = (await ada.call("sessions.list", {})).items.find((session) => !session.is_current)!;
  await ada.call("sessions.revoke", { id: lost.id });
  assert.equal((await phone.post("members.me", {})).status, 401);
  assert.equal((await eventsOf(ada, "session.ended"))[0]?.operation, "sessions.revoke");
  await assertRefused(ada, "not_found", [["sessions.revoke", { id: lost.id }]]);
});

test("sessions.revoke does not reach a colleague's session, nor a stranger's", async () => {
  const ada = await service().given.admin();
  for (const other of [await service().given.member(ada), await service().given.admin()]) {
    const [session] = (await other.call("sessions.list", {})).items;
    await assertRefused(ada, "not_found", [["sessions.revoke", { id: session?.id }]]);
    assert.equal((await other.post("members.me", {})).status, 200);
  }
  await assertRefused(ada, "invalid_input", [["sessions.revoke", { id: ada.userId }]], "/id");
});

test("sessions.end signs out, takes the cookie away and tells the log", async () => {
  const ada = await service().given.admin();
  const phone = await service().signIn(ada.email);
  assert.match((await phone.post("sessions.end", {})).headers.get("set-cookie") ?? "", /^kith_session=; Max-Age=0;/);
  assert.equal((await phone.post("members.me", {})).status, 401);
  assert.equal((await eventsOf(ada, "session.ended"))[0]?.operation, "sessions.end");
});

test("sessions.confirm refuses a wrong password", async () => {
  await assertRefused(
    await service().given.admin(),
    "wrong_password",
    [["sessions.confirm", { password: "not the right one" }]],
    "/password",
  );
});

test(
  "sessions.confirm counts for this session alone, and for another 30 minutes",
  inService(async (service) => {
    const ada = await service.given.admin();
    const phone = await service.signIn(ada.email);
    service.clock.advance(31 * MINUTE_MS);
    await ada.call("sessions.confirm", { password: PASSWORD });
    await ada.call("keys.create", { name: "one" });
    await assertRefused(phone, "password_needed", [["keys.create", { name: "two" }]]);
    service.clock.advance(31 * MINUTE_MS);
    await assertRefused(ada, "password_needed", [["keys.create", { name: "three" }]]);
  }),
);

test(
  "using a session is noted once a minute",
  inService(async (service) => {
    const ada = await service.given.admin();
    const lastSeen = async () => {
      const { items } = await ada.call("sessions.list", {});
      await service.app.settle();
      return items[0]?.last_seen_at;
    };
    const first = await lastSeen();
    service.clock.advance(MINUTE_MS / 2);
    assert.equal(await lastSeen(), first);
    service.clock.advance(MINUTE_MS);
    await lastSeen();
    assert.notEqual(await lastSeen(), first);
  }),
);

test("everything about sessions but signing in needs one", async () => {
  await assertNeedsSession(await service().given.admin(), [
    ["sessions.list", {}],
    ["sessions.end", {}],
    ["sessions.revoke", { id: "ses_00000000000000000000000000" }],
    ["sessions.confirm", { password: PASSWORD }],
  ]);
});
