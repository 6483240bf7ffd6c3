import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { PASSWORD, sharedService } from "../../../test/service.ts";
import type { OutputOf } from "../../contract.ts";

const service = sharedService();

const USUAL = {
  currency: "EUR",
  number_format: "1,234.5",
  date_format: "day_month_year",
  week_start: 1,
  language: "en",
  country: "",
} as const;
const formatsIn = ({
  currency,
  number_format,
  date_format,
  week_start,
  language,
  country,
}: OutputOf<"companies.get"> | OutputOf<"members.me">["company"]) => ({
  currency,
  number_format,
  date_format,
  week_start,
  language,
  country,
});

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
  await refuse({ currency: "EURO" }, "/currency");
  await refuse({ currency: "XXX" }, "/currency");
  await refuse({ number_format: "1234" }, "/number_format");
  await refuse({ date_format: "day" }, "/date_format");
  await refuse({ week_start: 2 }, "/week_start");
  await refuse({ language: "tlh" }, "/language");
  await refuse({ country: "de" }, "/country");
});

test("companies.create takes the formats of the browser, and has usual ones for a caller that sends none", async () => {
  const given = { number_format: "1.234,5", date_format: "day_month_year", week_start: 7, language: "de", country: "CH" } as const;
  const max = await service().given.admin("Max", { currency: "CHF", ...given });
  assert.deepEqual(formatsIn(await max.call("companies.get", {})), { currency: "CHF", ...given });
  const ada = await service().given.admin();
  assert.deepEqual(formatsIn(await ada.call("companies.get", {})), USUAL);
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

test("a time zone is stored under one spelling of its name, and the same zone in another spelling is no change", async () => {
  const ada = await service().given.admin();
  for (const [given, stored] of [
    ["europe/berlin", "Europe/Berlin"],
    ["EUROPE/BERLIN", "Europe/Berlin"],
    ["america/port-au-prince", "America/Port-au-Prince"],
    ["asia/kolkata", "Asia/Kolkata"], // of two names for one zone the given one stays
    ["etc/gmt+5", "Etc/GMT+5"],
    ["Europe/Kyiv", "Europe/Kyiv"],
  ] as const)
    assert.equal((await ada.call("companies.update", { time_zone: given })).time_zone, stored);
  await ada.call("companies.update", { time_zone: "europe/KYIV" });
  assert.equal((await eventsOf(ada, "company.updated")).length, 5);
});

test("companies.update changes the formats for the next call, and writes down what they were", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const german = { number_format: "1.234,5", week_start: 7, language: "de", country: "DE" } as const;
  await ada.call("members.me", {}); // its types and formats are kept in memory from here on
  await ada.call("companies.update", german);

  const { company } = await ada.call("members.me", {});
  assert.deepEqual(formatsIn(company), { ...USUAL, ...german });
  const [updated] = await eventsOf(ada, "company.updated");
  assert.deepEqual(updated?.changes, {
    number_format: ["1,234.5", "1.234,5"],
    week_start: [1, 7],
    language: ["en", "de"],
    country: ["", "DE"],
  });
  assert.deepEqual(formatsIn((await eve.call("members.me", {})).company), USUAL, "another company keeps its own");
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
