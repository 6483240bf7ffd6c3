import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn } from "./browser.ts";
import { test } from "./fixtures.ts";
import { ask } from "./records.ts";
import { sharedReceiver, until } from "./webhook-receiver.ts";

// The tests of this file build on one another, so all of them are run again when one fails.
test.describe.configure({ mode: "serial" });
const demo = sharedReceiver();

interface Made {
  destination: { id: string };
}

const addDestination = (page: Page, name: string, path: string) =>
  ask<Made>(page, "leadSending.createDestination", {
    name,
    kind: "http",
    url: demo.receiver.url + path,
    mapping: [
      { to: "person.name", from: "field", value: "name" },
      { to: "person.email", from: "field", value: "email" },
      { to: "note", from: "template", value: "{{name}} wrote" },
    ],
  });

const sendTo = (name: string, destination: string) => ({
  name,
  filter: "name~traveller",
  // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
  then: { kind: "send", destination_id: destination, on_unknown: "hold" },
});

/** A visitor sends the form of a website. */
async function sendForm(page: Page, name: string): Promise<void> {
  const source = await ask<{ public_id: string }>(page, "leads.createSource", {
    name: `Form of ${name}`,
    state: "published",
    fields: [
      { key: "name", label: "Name", is_required: true },
      { key: "email", label: "Email" },
    ],
  });
  const response = await fetch(`${demo.installation.baseUrl}/f/${source.public_id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email: `${name.toLowerCase().replaceAll(" ", ".")}@corrin.example` }),
  });
  if (response.status !== 202) throw new Error(`The form was answered ${response.status}.`);
}

test("a lead is refused by the first destination and accepted by the second; the log says why", { tag: "@gate" }, async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/destinations");
  const { receiver } = demo;
  receiver.answers.set("/refuses", { status: 422, body: '{"error":"postcode outside area"}' });
  receiver.answers.set("/accepts", { status: 200, body: '{"ok":true}' });
  const first = await addDestination(page, "Atelier Mesures", "/refuses");
  const second = await addDestination(page, "Second Partner", "/accepts");
  await ask(page, "leadSending.saveRules", {
    rules: [sendTo("Partner network", first.destination.id), sendTo("Second choice", second.destination.id)],
  });
  await sendForm(page, "Traveller Camille");
  await until(() => receiver.at("/accepts").length === 1);
  assert.equal(receiver.at("/refuses").length, 1);
  assert.equal((JSON.parse(receiver.at("/accepts")[0]?.body ?? "{}") as { note?: string }).note, "Traveller Camille wrote");
  assert.match(String(receiver.at("/accepts")[0]?.headers["idempotency-key"]), /^hop_/);

  await page.goto("/lead-sending/log");
  const log = page.getByRole("list", { name: "Decisions" });
  const line = log.getByRole("listitem").filter({ hasText: "Traveller Camille" });
  await line.first().getByText("refused", { exact: true }).waitFor();
  await line.first().getByText("Second Partner").waitFor();
  await page.getByRole("button", { name: "Export" }).focus();
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const text = await readFile(await file.path(), "utf8");
  assert.match(text, /Traveller Camille,[^\r]*,refused,1 Atelier Mesures refused,2,Second choice,send,Second Partner,/);
  await page.getByText("Log exported.").waitFor();
  await log.getByRole("link", { name: "Traveller Camille" }).first().click();
  const why = page.getByRole("complementary", { name: "Why did this go to Second Partner?" });
  await why.getByText("After a refusal").waitFor();
  await why.getByText("had it", { exact: true }).waitFor();
  await why.getByText(/Atelier Mesures refused it/).waitFor();
  await why.getByText(/Second Partner took it/).waitFor();
  await why.getByText("the same decision").first().waitFor();
  assert.deepEqual(await axeViolations(page), [], "axe on the log with why beside it");

  await why
    .getByText(/Atelier Mesures refused it/)
    .getByRole("link", { name: "Payload and answer" })
    .click();
  await page.getByRole("region", { name: "Body of the answer" }).getByText("postcode outside area").waitFor();
  await page.getByRole("region", { name: "Body of the request" }).getByText("Traveller Camille").first().waitFor();
  assert.deepEqual(await axeViolations(page), [], "axe on a delivery");

  await page.getByRole("link", { name: "Traveller Camille" }).click();
  const part = page.getByRole("region", { name: "Why this owner?" });
  await part
    .getByText(/Second Partner/)
    .first()
    .waitFor();
  await part.getByRole("button", { name: "Why did this go to Second Partner?" }).click();
  await page.getByText("After a refusal").waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a Member reads why, and not what was sent", { tag: "@matrix" }, async () => {
  const { page } = await demo.visit();
  await signIn(page, demo.installation.member, "/lead-sending/log");
  await page.getByRole("list", { name: "Decisions" }).getByRole("link", { name: "Traveller Camille" }).first().click();
  const why = page.getByRole("complementary", { name: /Why did this go to/ });
  assert.equal(await why.getByRole("button", { name: "Route again" }).count(), 0);
  await why.getByRole("link", { name: "Payload and answer" }).first().click();
  await page.getByText("Only Admins can see what was sent.").waitFor();
  assert.ok(!(await page.content()).includes("postcode outside area"));
  await page.context().close();
});

test("on a phone the log has two lines a decision, and why is a page of its own", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/log", { size: "phone" });
  await page.getByRole("list", { name: "Decisions" }).getByRole("link", { name: "Traveller Camille" }).first().click();
  const why = page.getByRole("dialog", { name: /Why did this go to/ });
  await why
    .getByText(/took it/)
    .first()
    .waitFor();
  await settled(page); // faded in
  assert.deepEqual(await axeViolations(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await why.getByRole("button", { name: "Close" }).click();
  await why.waitFor({ state: "detached" });
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test(
  "a destination is made with a mapping and its preview, its secret is shown once, and a test lead is answered",
  { tag: "@gate" },
  async () => {
    const { page, consoleErrors } = await demo.enter("/lead-sending/destinations");
    await page.getByRole("link", { name: "Add destination" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Made here");
    await page.getByLabel("URL").fill(`${demo.receiver.url}/accepts`);
    await page.getByRole("button", { name: "Add value" }).click();
    await page.getByLabel("Name in the body 1").fill("contact.full_name");
    await page.getByRole("region", { name: "Body of the request" }).getByText('"full_name"').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole("button", { name: "Add destination" }).click();
    const dialog = page.getByRole("dialog", { name: "Destination “Made here” added" });
    const secret = String(await dialog.getByLabel("The secret").textContent());
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await page.waitForURL(/\/lead-sending\/destinations\/dst_/);
    await settled(page);
    assert.ok(secret.length > 20 && !(await page.content()).includes(secret));
    await page.getByRole("button", { name: "Send a test lead" }).click();
    await page.waitForURL(/\/lead-sending\/deliveries\/hop_/);
    await page.getByText("Made here took it.").waitFor();
    assert.deepEqual(consoleErrors, []);
    await page.context().close();
  },
);

test("a code for another company is made, shown once, turned off and deleted", { tag: "@matrix" }, async () => {
  const { page } = await demo.enter("/lead-sending/destinations");
  await page.getByRole("button", { name: "Make a code" }).click();
  await page.getByLabel("Which company uses it").fill("Partner in Lyon");
  await page.getByRole("dialog").getByRole("button", { name: "Make a code" }).click();
  await page.getByRole("button", { name: "I have copied it" }).click();
  const more = page.getByRole("button", { name: "Actions for the code for Partner in Lyon" });
  await more.click();
  await page.getByRole("menuitem", { name: "Turn off" }).click();
  await page.getByText("The code for “Partner in Lyon” is off.").waitFor();
  await more.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete code" }).click();
  await page.getByText("The code for “Partner in Lyon” is deleted.").waitFor();
  await page.context().close();
});

test("working hours and an absence are set, and taken back", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/hours");
  await page.getByRole("region", { name: "Company" }).getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Working hours of the company" });
  await dialog.getByText("At these hours").click();
  await dialog.getByRole("checkbox", { name: "Fri" }).uncheck();
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("region", { name: "Company" })
    .getByText(/^Mon to Thu \d+:\d\d to \d+:\d\d/)
    .waitFor();
  await page.getByRole("button", { name: "Add absence" }).click();
  const absence = page.getByRole("dialog", { name: "Add absence" });
  await absence.getByLabel("From").fill("2026-01-01T08:00");
  await absence.getByLabel("To").fill("2099-01-02T08:00");
  await absence.getByLabel("Note").fill("Sabbatical");
  await absence.getByRole("button", { name: "Add absence" }).click();
  await page.getByRole("table", { name: "Absences" }).getByText("Sabbatical").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Sabbatical" });
  await row.getByRole("button", { name: /^Remove the absence of/ }).click();
  await page.getByText(/^Absence of .* removed\./).waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});
