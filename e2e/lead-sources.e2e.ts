import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import { addForm, sendForm, spam } from "./leads.ts";
import { ask, countOf, firstOf } from "./records.ts";
import { sharedReceiver, until } from "./webhook-receiver.ts";

const demo = sharedReceiver();
const baseUrl = () => demo.installation.baseUrl;

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("menuitem", { name }).waitFor();
  for (let step = 0; step < 20 && (await nameOfFocused(page)) !== name; step++) await page.keyboard.press("ArrowDown");
  assert.equal(await nameOfFocused(page), name);
  await page.keyboard.press("Enter");
}

const orderOf = (page: Page) => page.getByRole("list", { name: "Fields of the form" }).locator("code").allTextContents();
const row = (page: Page, name: string) => page.getByRole("list", { name: "Submissions" }).getByRole("button", { name });

test("with the keyboard alone: make a form, put its fields in order, publish it; what is sent becomes a lead that says so", async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/sources");
  await press(page, "Add form");
  await page.getByRole("heading", { name: "Add a form" }).waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await tabTo(page, "Name");
  await page.keyboard.type("Keyboard form");
  assert.deepEqual(await orderOf(page), ["name", "email", "company", "message"]);
  await press(page, "Add field");
  await choose(page, "Phone");
  await page.getByRole("textbox", { name: "Question" }).waitFor();
  await press(page, "Actions for Phone");
  await choose(page, "Move up");
  assert.deepEqual(await orderOf(page), ["name", "email", "company", "phone", "message"]);
  await page.getByRole("button", { name: "Move Phone" }).focus();
  await page.keyboard.press("ArrowUp");
  assert.deepEqual(await orderOf(page), ["name", "email", "phone", "company", "message"]);
  assert.equal(await nameOfFocused(page), "Move Phone", "the grip keeps the focus");
  await page.getByRole("region", { name: "Preview" }).getByText("Keyboard form").waitFor();

  await page.getByRole("textbox", { name: "Words beside the box" }).focus();
  await page.keyboard.type("We may answer by email.");
  await page.getByRole("textbox", { name: "Headline of the hosted page" }).focus();
  await page.keyboard.type("Measure what flows");
  await tabTo(page, "Points");
  await page.keyboard.type("45 minutes\nNo contract");
  await tabTo(page, "Privacy page");
  await page.keyboard.type("https://www.fernhill.example/privacy");
  const preview = page.getByRole("region", { name: "Preview" });
  for (const text of ["Measure what flows", "No contract", "Privacy"]) await preview.getByText(text, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Publish" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/lead-sending\/sources\/src_.*tab=embed/);
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  const code = String(await page.getByRole("region", { name: "One line", exact: true }).locator("pre").textContent());
  const id = /data-kith-form="(\w{16})"/.exec(code)?.[1] ?? "";
  assert.match(
    String(await page.getByRole("region", { name: "Plain HTML", exact: true }).locator("pre").textContent()),
    /name="phone" type="tel"/,
  );

  const sent = {
    name: "Camille Laurent",
    email: "camille@corrin.example",
    company: "Corrin Dairy",
    message: "Six tanks, two of them outdoors.",
    consent: true,
    _page: "https://www.fernhill.example/products/level?utm_source=google&utm_campaign=flow-autumn",
  };
  assert.equal(await sendForm(baseUrl(), { public_id: id }, sent), 202);
  await until(async () => (await countOf(page, "lead", 'email:"camille@corrin.example"')) === 1);
  const lead = await firstOf(page, "lead", 'email:"camille@corrin.example"');
  await page.goto(`/f/${id}`);
  await page.getByRole("heading", { level: 1, name: "Measure what flows" }).waitFor();
  await page.getByRole("listitem").getByText("No contract").waitFor();
  await page.goto(`/records/lead/${lead.id}`);
  const part = page.getByRole("region", { name: "Forms sent" });
  await part.getByText("Keyboard form").waitFor();
  await part.getByText("Agreed to “We may answer by email.” (version 1)").waitFor();
  await part.getByText("Six tanks, two of them outdoors.").waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);

  await page.goto("/lead-sending/sources");
  await page
    .getByRole("row", { name: /Keyboard form/ })
    .getByText("Published")
    .waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("changes are counted, guarded and discarded; other words of consent are another version", async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/sources");
  const form = await addForm(page, "Guarded", { consent_text: "We may call you." });
  await page.goto(`/lead-sending/sources/${form.id}`);
  await settled(page);
  await page.getByText("Version 1. Other words become version 2.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Publish" }).isDisabled(), "nothing to publish");
  await page.getByRole("textbox", { name: "Button" }).fill("Ask us");
  await page.getByText("1 change not published").waitFor();
  await page.getByRole("textbox", { name: "Words beside the box" }).fill("We may call or write to you.");
  await page.getByText("2 changes not published").waitFor();

  // Another tab of the form keeps them; another page asks.
  await page.getByRole("navigation", { name: "Guarded" }).getByRole("link", { name: "Where it goes" }).click();
  await page.getByText("2 changes not published").waitFor();
  await page.getByRole("link", { name: "Sources" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("navigation", { name: "Guarded" }).getByRole("link", { name: "Form" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Button" }).inputValue(), "Ask us");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Version 2. Other words become version 3.").waitFor();
  await page.getByText("Published", { exact: true }).waitFor();

  await page.getByRole("textbox", { name: "Or go to a page of yours" }).fill("https://elsewhere.example/thanks");
  await page.getByRole("textbox", { name: "Imprint page" }).fill("http://elsewhere.example/imprint");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText(/Add https:\/\/elsewhere\.example to the form's origins first/).waitFor();
  await page.getByText("Not an address. Try https://example.com/imprint.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Or go to a page of yours" }).inputValue(), "");
  await page.getByRole("link", { name: "Sources" }).first().click();
  await page.getByRole("row", { name: /Guarded/ }).waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("what looks like spam is held with its reasons; let in it is a lead, dropped it comes back by undo", async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/sources");
  const form = await addForm(page, "Quarantine");
  for (const [name, message] of [
    ["Seo Offer", "See https://a.example and https://b.example"],
    ["Hassan Iqbal", "Hello, we run three dairies near Porto."],
    ["Prize Winner", "You have been selected"],
  ] as const)
    assert.equal(await sendForm(baseUrl(), form, spam(name, message)), 202, "the sender learns nothing");
  await page.goto(`/lead-sending/spam?source=${form.id}`);
  await row(page, "Prize Winner").waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);

  // J goes down the list, newest first: the second is the honest one.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const panel = page.getByRole("complementary", { name: "Why is this held?" });
  await panel.getByText("Hello, we run three dairies near Porto.").waitFor();
  await panel.getByText("A field only machines fill in").waitFor();
  assert.equal(await panel.locator("a[href*='example']").count(), 0, "links cannot be pressed");
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press("l");
  await page.getByText("1 submission let in.").waitFor();
  await until(async () => (await countOf(page, "lead", 'email:"hassan.iqbal@mailbox.example"')) === 1);

  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.keyboard.press("Delete");
  await page.getByText("2 submissions dropped.").waitFor();
  await page.getByText("Nothing is held").waitFor();
  await page.keyboard.press("z");
  await page.getByText("2 submissions held again.").waitFor();
  await row(page, "Seo Offer").waitFor();
  assert.equal(await countOf(page, "lead", 'email:"seo.offer@mailbox.example"'), 0);

  await row(page, "Seo Offer").click();
  await page.getByRole("button", { name: "Drop" }).last().click();
  await page.getByText("1 submission dropped.").waitFor();
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Dropped" }).click();
  await row(page, "Seo Offer").click();
  await page.getByRole("link", { name: "All of it" }).click();
  await page.getByRole("heading", { name: "Seo Offer" }).waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole("button", { name: "Hold again" }).click();
  await page.getByText("Held", { exact: true }).last().waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a Member sees a form and changes nothing", async () => {
  const admin = await demo.enter("/lead-sending/sources");
  const form = await addForm(admin.page, "For Members");
  await admin.page.context().close();
  const { page } = await demo.visit();
  const { signIn } = await import("./browser.ts");
  await signIn(page, demo.installation.member, `/lead-sending/sources/${form.id}`);
  await page.getByRole("list", { name: "Fields of the form" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Publish" }).count(), 0);
  assert.ok(await page.getByRole("textbox", { name: "Button" }).isDisabled());
  await page.goto("/lead-sending/sources/new");
  await page.getByText("Only Admins can see this").waitFor();
  await page.context().close();
});

test("on a phone, in the dark: the form, its preview and what is held", async () => {
  const { page, consoleErrors } = await demo.enter("/lead-sending/sources", { size: "phone", scheme: "dark" });
  const form = await addForm(page, "On a phone");
  await sendForm(baseUrl(), form, spam("Phone Spam", "Buy now"));
  await page.goto(`/lead-sending/sources/${form.id}`);
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole("button", { name: "Preview" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  await dialog.getByText("On a phone").first().waitFor();
  await settled(page); // faded in
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole("button", { name: "Thank you" }).click();
  await dialog.getByText("Thank you. We will get back to you.").waitFor();
  await page.keyboard.press("Escape");
  for (const tab of ["Spam", "Where it goes", "Embed"]) {
    await page.getByRole("navigation", { name: "On a phone" }).getByRole("link", { name: tab }).click();
    await settled(page);
    assert.deepEqual(await axeViolations(page), [], tab);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${tab} fits`);
  }
  await page.goto(`/lead-sending/spam?source=${form.id}`);
  await row(page, "Phone Spam").click();
  await page.getByRole("dialog", { name: "Why is this held?" }).getByRole("button", { name: "Let in" }).click();
  await page.getByText("1 submission let in.").waitFor();
  const states = await ask<{ items: { state: string }[] }>(page, "leads.listSubmissions", { source: form.id });
  assert.ok(states.items.every(({ state }) => state !== "held"));
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});
