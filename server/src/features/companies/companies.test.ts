import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { PASSWORD, sharedService } from "../../../test/service.ts";

const service = sharedService();

const signingUp = { company_name: "Fernhill", name: "Mara", email: "mara@fernhill.example", password: PASSWORD };

test("companies.create makes a company with its first Admin, who is signed in", async () => {
  const ada = await service().given.admin("Ada");
  const { user, company } = await ada.call("members.me", {});
  assert.equal(user.role, "admin");
  assert.equal(company.time_zone, "UTC");

  const [created, ...others] = await eventsOf(ada, "company.created");
  assert.deepEqual([created?.actor, created?.via, created?.key, created?.subject], [ada.userId, "web", null, company.id]);
  assert.deepEqual(others, []);
});

test("companies.create refuses what it cannot work with, and says where", async () => {
  const ada = await service().given.admin();
  const refuse = (change: object, pointer: string) =>
    assertRefused(ada, "invalid_input", [["companies.create", { ...signingUp, ...change }]], pointer);
  await refuse({ company_name: "  " }, "/company_name");
  await refuse({ company_name: "x".repeat(101) }, "/company_name");
  await refuse({ name: "" }, "/name");
  await refuse({ email: "mara" }, "/email");
  await refuse({ password: "too short" }, "/password");
  await refuse({ password: "password1234" }, "/password");
  await refuse({ password: "x".repeat(129) }, "/password");
  await refuse({ time_zone: "Mars/Olympus" }, "/time_zone");
  await refuse({ role: "admin" }, "/role");
});

test("companies.create refuses an address that has an account, in any spelling, and leaves no company behind", async () => {
  const ada = await service().given.admin();
  const count = async () => (await service().database.query("select count(*) as companies from companies"))[0];
  const before = await count();
  for (const email of [ada.email, ada.email.toUpperCase()]) {
    await assertRefused(ada, "email_taken", [["companies.create", { ...signingUp, email }]]);
  }
  assert.deepEqual(await count(), before);
});

test("companies.get shows a member the own company and no other", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const company = await max.call("companies.get", {});
  assert.deepEqual(company, await ada.call("companies.get", {}));
  assert.equal(company.name, `Company ${ada.email}`);
  assert.equal(company.sends_mail, false);
  assert.notEqual((await (await service().given.admin()).call("companies.get", {})).id, company.id);
});

test("companies.update changes name and time zone, and writes down what they were", async () => {
  const ada = await service().given.admin();
  const before = await ada.call("companies.get", {});
  const after = await ada.call("companies.update", { name: " Fernhill ", time_zone: "Europe/Berlin" });
  assert.deepEqual([after.name, after.time_zone], ["Fernhill", "Europe/Berlin"]);
  await ada.call("companies.update", { name: "Fernhill" });

  const [updated, ...others] = await eventsOf(ada, "company.updated");
  assert.deepEqual(updated?.changes, { name: [before.name, "Fernhill"], time_zone: ["UTC", "Europe/Berlin"] });
  assert.equal(updated?.actor, ada.userId);
  assert.deepEqual(others, [], "no event where nothing changed");
});

test("companies.update is for Admins; a Member's try is written down", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  await assertRefused(max, "admin_only", [["companies.update", { name: "Mine" }]]);
  const [refused] = await eventsOf(ada, "access.refused");
  assert.deepEqual([refused?.actor, refused?.operation], [max.userId, "companies.update"]);
  await assertRefused(ada, "invalid_input", [["companies.update", { name: "" }]], "/name");
});

test("reading and changing the company needs a session", async () => {
  await assertNeedsSession(await service().given.admin(), [
    ["companies.get", {}],
    ["companies.update", { name: "Mine" }],
  ]);
});
