import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import {
  callbackOf,
  DOUBLE,
  messageOf,
  postCallback,
  startWhatsAppDouble,
  type WhatsAppDouble,
} from "../server/test/mail/whatsapp-double.ts";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { ask } from "./records.ts";
import { PATIENCE_MS } from "../server/test/measured.ts";

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

let double: WhatsAppDouble;
let installation: Installation;
let browser: Browser;
let callbackUrl: string;

// The tests of this file build on one another, so all of them are run again when one fails.
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser: ofWorker, startSharedInstallation }) => {
  double = await startWhatsAppDouble();
  installation = await startSharedInstallation({ withDemo: true, env: { WHATSAPP_URL: `${double.url}/v23.0` } });
  browser = ofWorker;
});
test.afterAll(async () => {
  await installation[Symbol.asyncDispose]();
  await double.stop();
});

test("an Admin connects a number: a wrong token says so, and what Meta has to know is shown", async () => {
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  await page.goto("/company/channels?add=true");
  await page.getByRole("radio", { name: /WhatsApp/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect WhatsApp" });
  await dialog.getByLabel("Phone number id").fill(DOUBLE.phoneNumberId);
  await dialog.getByLabel("Business account id").fill(DOUBLE.businessId);
  await dialog.getByLabel("Access token").fill("not-the-right-token");
  await dialog.getByLabel("App secret").fill(DOUBLE.appSecret);
  await settled(page);
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
  await dialog.getByRole("button", { name: "Connect" }).click();
  await dialog.getByText("WhatsApp refused the access token.").first().waitFor();
  await dialog.getByLabel("Access token").fill(DOUBLE.token);
  await dialog.getByRole("button", { name: "Connect" }).click();
  const shown = dialog.getByText("/callbacks/whatsapp/");
  await shown.waitFor();
  callbackUrl = await shown.innerText();
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "WhatsApp", level: 1 }).waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

/** Somebody writes, as Meta reports it, and their conversation is opened. */
async function open(page: Page, from: string, text: string, at = Date.now()): Promise<void> {
  double.hears(from);
  const response = await postCallback(callbackUrl, callbackOf([messageOf({ from, text, at, name: "Anneke Vos" })]));
  if (!response.ok) throw new Error(`the callback was answered ${response.status}`);
  await page.goto("/inbox");
  await page.getByText(text).first().click();
  await page.getByRole("button", { name: "WhatsApp" }).waitFor();
}

async function untilSent(text: string): Promise<WhatsAppDouble["sent"][number]> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(100)) {
    const found = double.sent.find(({ body }) => JSON.stringify(body).includes(text));
    if (found) return found;
  }
  throw new Error(`“${text}” never left`);
}

test("window open: the time left is shown, and the answer arrives; once it has closed, text is refused", async () => {
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  await open(page, "31612340001", "Is the pump in stock?");
  await page.getByText(/^23 h 5\d min left for free text$/).waitFor();
  await page.getByLabel("Answer").fill("Yes, twelve of them.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sending in 10 s.").waitFor();
  await installation.passTime(11 * SECOND_MS);
  const left = await untilSent("Yes, twelve of them.");
  assert.deepEqual([left.to, left.type], ["31612340001", "text"]);
  await postCallback(callbackUrl, callbackOf([], double.takeStatuses()));
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await page.getByLabel("Answer").fill("One more thing.");
  await installation.passTime(25 * HOUR_MS);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("WhatsApp allows free text for 24 hours after their last message. Send a template instead.").waitFor();
  assert.equal(await page.getByLabel("Answer").inputValue(), "One more thing.", "what was written stays");
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

/** The number that was connected above: the newest one. */
async function numberOf(page: Page): Promise<string> {
  const { items } = await ask<{ items: { id: string; kind: string }[] }>(page, "channels.list", {});
  return items.find(({ kind }) => kind === "whatsapp")?.id ?? "";
}

/** While its number is paused, a template that is filled in stays and cannot be sent, and the reason is on the page. */
async function stopAndGoOn(page: Page): Promise<void> {
  const id = await numberOf(page);
  const send = page.getByRole("button", { name: "Send template" });
  await ask(page, "channels.setState", { id, state: "paused" });
  await page.getByText("is paused: nothing is sent or received.").waitFor({ timeout: 30_000 });
  assert.equal(await send.isDisabled(), true);
  assert.deepEqual(await axeViolations(page), []);
  await ask(page, "channels.setState", { id, state: "on" });
  await page.getByText("is paused: nothing is sent or received.").waitFor({ state: "detached", timeout: 30_000 });
  assert.equal(await send.isEnabled(), true);
}

for (const size of ["desktop", "phone"] as const)
  test(`window closed: a template is chosen, filled and sent, on a ${size}`, async () => {
    const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size });
    await signIn(page, installation.admin);
    const order = size === "phone" ? "2215" : "2214";
    await open(page, `3161234${order}`, `Where is my order ${order}?`, Date.now() - 25 * HOUR_MS);
    await page.getByText("Templates only").waitFor();
    assert.equal(await page.getByLabel("Answer").count(), 0, "there is no field for free text");
    await page.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: "order_update, en_US" }).click();
    assert.ok(await page.getByRole("button", { name: "Send template" }).isDisabled(), "a value is missing");
    await page.getByLabel("Value 1").fill(order);
    await page.getByRole("note", { name: "What they read" }).getByText(`Your order ${order} is on its way.`).waitFor();
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(width, 0, "nothing is wider than the page");
    await stopAndGoOn(page);
    await page.getByRole("button", { name: "Send template" }).click();
    await page.getByText("Sending in 10 s.").waitFor();
    await installation.passTime(11 * SECOND_MS);
    const left = await untilSent(`"text":"${order}"`);
    assert.deepEqual([left.to, left.type], [`3161234${order}`, "template"]);
    assert.deepEqual(consoleErrors, []);
    await page.context().close();
  });

test("a token that is refused is said, another wrong one is not taken, and the right one mends the number", async () => {
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  await page.goto(`/company/channels/${await numberOf(page)}`);
  double.accepts.token = "EAAJ-token-of-tomorrow";
  await page.getByRole("button", { name: "Try now" }).click();
  const trouble = page.getByRole("alert").filter({ hasText: "WhatsApp refused the access token." });
  const field = trouble.getByLabel("New access token for WhatsApp");
  await field.waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await field.fill("EAAJ-token-of-yesterday");
  await page.keyboard.press("Enter");
  await trouble.getByText("WhatsApp refused the access token.", { exact: false }).nth(1).waitFor();
  await field.fill(double.accepts.token);
  await page.keyboard.press("Enter");
  await page.getByText("“WhatsApp” connected.").waitFor();
  await trouble.waitFor({ state: "detached", timeout: 30_000 });
  await page.getByText("Working").first().waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});
