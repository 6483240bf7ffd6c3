import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { addForm, sendForm } from "./leads.ts";
import { ask, countOf, type Saved } from "./records.ts";
import { sharedReceiver, until } from "./webhook-receiver.ts";

const demo = sharedReceiver();
const FIRST_RESPONSE = "/lead-sending/first-response";
const MINUTE_MS = 60_000;

const addRecord = async (page: Page, type: string, values: Record<string, unknown>) =>
  (await ask<Saved>(page, "records.create", { type, values })).record.id;

const valuesOf = async (page: Page, id: string) =>
  (await ask<{ values: Record<string, unknown> }>(page, "records.get", { type: "lead", id })).values;

const fitsTheScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("with the keyboard alone: a lead becomes a known contact, a new organization and a deal, and all of it is undone", async () => {
  const { page, consoleErrors } = await demo.enter("/records/lead");
  await addRecord(page, "contact", { name: "Ottoline Marsh", email: ["ottoline@marshgauges.example"] });
  const lead = await addRecord(page, "lead", {
    name: "Ottoline Marsh",
    email: ["ottoline@marshgauges.example"],
    company: "Marsh Gauges",
    status: "new",
  });
  await page.goto(`/records/lead/${lead}`);
  await settled(page);
  await page.getByRole("button", { name: /^Convert/ }).waitFor();
  await page.keyboard.press("v");
  const dialog = page.getByRole("dialog", { name: "Convert Ottoline Marsh" });
  await dialog.getByText("same email and name").waitFor();
  await settled(page); // faded in
  assert.equal(await nameOfFocused(page), "Ottoline Marsh", "the cursor is on who it is taken for");
  assert.deepEqual(await axeViolations(page), [], "axe on the dialog");
  assert.equal(await dialog.getByRole("radio", { name: /^New organization/ }).isChecked(), true);
  assert.equal(await countOf(page, "organization", 'name:"Marsh Gauges"'), 0, "nothing is made by looking");
  await tabTo(page, "Convert");
  await page.keyboard.press("Enter");
  await page.getByText("“Ottoline Marsh” converted.").waitFor();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(
    [
      await countOf(page, "contact", "email:ottoline@marshgauges.example"),
      await countOf(page, "organization", 'name:"Marsh Gauges"'),
      await countOf(page, "deal", 'name~"Marsh Gauges"'),
    ],
    [1, 1, 1],
  );
  await page.getByRole("button", { name: /^Convert/ }).waitFor({ state: "detached" });

  await page.keyboard.press("z");
  await page.getByRole("button", { name: /^Convert/ }).waitFor();
  await until(async () => (await countOf(page, "deal", 'name~"Marsh Gauges"')) === 0);
  assert.equal(await countOf(page, "organization", 'name:"Marsh Gauges"'), 0);
  assert.equal(await countOf(page, "contact", "email:ottoline@marshgauges.example"), 1, "whom they knew stays");
  assert.equal((await valuesOf(page, lead))["status"], "new");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("somebody was faster: the dialog says what the lead became", async () => {
  const { page, consoleErrors } = await demo.enter("/records/lead");
  const lead = await addRecord(page, "lead", { name: "Fast Fenwick", email: ["fast@fenwick.example"], status: "new" });
  await page.goto(`/records/lead/${lead}`);
  await settled(page);
  await page.getByRole("button", { name: /^Convert/ }).click();
  const dialog = page.getByRole("dialog", { name: "Convert Fast Fenwick" });
  await dialog.getByRole("radio", { name: /^New contact/ }).waitFor();
  await ask(page, "leads.convert", { id: lead, organization: null, deal: null });
  await dialog.getByText("This lead is converted already.").waitFor();
  await dialog.getByRole("link", { name: "Fast Fenwick" }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("button", { name: /^Convert/ }).count(), 0);
  assert.equal(await countOf(page, "contact", "email:fast@fenwick.example"), 1);
  assert.equal(await countOf(page, "deal", 'name~"Fast Fenwick"'), 0, "what the other one made stays as it is");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("on a phone a lead is converted by touch, without a deal", async () => {
  const { page, consoleErrors } = await demo.enter("/records/lead", { size: "phone" });
  const lead = await addRecord(page, "lead", { name: "Pocket Pryce", email: ["pocket@pryce.example"], company: "Pryce", status: "new" });
  await page.goto(`/records/lead/${lead}`);
  await settled(page);
  await page.getByRole("button", { name: /^Convert/ }).tap();
  const dialog = page.getByRole("dialog", { name: "Convert Pocket Pryce" });
  await dialog.getByText("No organization").tap();
  await dialog.getByLabel("Without a deal for now").tap();
  await settled(page); // faded in
  assert.deepEqual(await axeViolations(page), []);
  assert.ok(await fitsTheScreen(page));
  await dialog.getByRole("button", { name: /^Convert/ }).tap();
  await page.getByText("“Pocket Pryce” converted.").waitFor();
  assert.deepEqual([await countOf(page, "contact", 'name:"Pocket Pryce"'), await countOf(page, "organization", "name:Pryce")], [1, 0]);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a lead that nobody answers goes to the next person, and a note answers it", async () => {
  const { page, consoleErrors } = await demo.enter(FIRST_RESPONSE);
  const { items } = await ask<{ items: { id: string; name: string }[] }>(page, "members.list", {});
  const people = items.filter(({ name }) => /^(Mara|Joel) /.test(name));
  assert.equal(people.length, 2);
  // The demo company sleeps at night, when this test may run, too.
  await ask(page, "leadSending.saveCompanyHours", { hours: null });
  for (const { id } of people) await ask(page, "leadSending.saveWorkingHours", { user: id, hours: null });
  const round = { kind: "assign", how: "round_robin", people: people.map(({ id }) => ({ user_id: id, weight: 1 })) };
  // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
  await ask(page, "leadSending.saveRules", { rules: [{ name: "In turn", filter: "", then: round }], note: "For a test" });

  await page.goto(FIRST_RESPONSE);
  await settled(page);
  const form = page.getByRole("region", { name: "Time for a first response" });
  await form.getByLabel("Leads must be answered in time").check();
  await form.getByLabel("Minutes for a first response").fill("30");
  await form.getByText("Give it to the next").click();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Time for a first response saved\./).waitFor();

  const source = await addForm(page, "Form for those in a hurry");
  assert.equal(await sendForm(demo.installation.baseUrl, source, { name: "Hasty Harlow", email: "hasty@harlow.example" }), 202);
  const row = page.getByRole("row").filter({ hasText: "Hasty Harlow" });
  await row.getByText("Waiting").waitFor();
  const has = (name: string) => row.getByTitle(name, { exact: true });
  const whoHasIt = async () => {
    for (const { name } of people) if ((await has(name).count()) > 0) return name;
    return undefined;
  };
  const first = await whoHasIt();
  assert.ok(first, "a person has it");
  assert.deepEqual(await axeViolations(page), [], "axe on the waiting leads");

  await demo.installation.passTime(31 * MINUTE_MS);
  const second = people.find(({ name }) => name !== first)?.name ?? "";
  await has(second).waitFor();
  assert.equal(await whoHasIt(), second);

  await row.getByRole("link", { name: "Hasty Harlow" }).click();
  const part = page.getByRole("region", { name: "First response" });
  await part.getByText("No response in 30 min").waitFor();
  await part.getByText("Went on").waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await ask(page, "records.addNote", { id, text: "Called, is interested" });
  await part.getByText(/by a note$/).waitFor();
  await part.getByText("In time").waitFor();
  assert.deepEqual(await axeViolations(page), [], "axe on the lead");
  await page.goto(FIRST_RESPONSE);
  await settled(page);
  assert.equal(await row.count(), 0, "nobody waits for an answer any more");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("on a phone the waiting leads and the time for them can be read and set", async () => {
  const { page, consoleErrors } = await demo.enter(FIRST_RESPONSE, { size: "phone" });
  const source = await addForm(page, "Form for the patient");
  assert.equal(await sendForm(demo.installation.baseUrl, source, { name: "Patient Pell", email: "patient@pell.example" }), 202);
  await page.getByRole("link", { name: "Patient Pell" }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  assert.ok(await fitsTheScreen(page));
  await page.getByText("Tell people").tap();
  await page.getByRole("button", { name: "Save" }).tap();
  await page.getByText(/^Time for a first response saved\./).waitFor();
  assert.equal((await ask<{ on_overdue: string }>(page, "leadSending.getClockPolicy", {})).on_overdue, "tell");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});
