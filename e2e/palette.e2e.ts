import assert from "node:assert/strict";
import type { Browser, Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn, sizes, visit } from "./browser.ts";
import { nameOfFocused, tabTo } from "./focus.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { addDeal, ask, type Saved } from "./records.ts";

// Two test files run at once, on machines that are busy with more.
const LONG_MS = 60_000;
const SEARCH = "**/app/call/records.search";

let installation: Installation;
let browser: Browser;
test.beforeAll(async ({ browser: ofWorker, startSharedInstallation }) => {
  browser = ofWorker;
  installation = await startSharedInstallation({ withDemo: true });
});
test.afterAll(async () => {
  await installation[Symbol.asyncDispose]();
});

test("a name and Enter open the record, and the records opened last come first", async () => {
  const { page, consoleErrors, refused } = await enter("/company");
  const wilhelmina = await addContact(page, "Wilhelmina Quast", "w.quast@quast.example");
  const ottilie = await addContact(page, "Ottilie Quast", "o.quast@quast.example");

  await openPalette(page);
  // Enter in one go with the name, before anything can have been found.
  await page.keyboard.type("wilhelmi");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/records/contact/${wilhelmina}`);
  await closed(page);

  await page.getByRole("button", { name: /^Search/ }).click();
  await page.getByRole("combobox", { name: "Search or run a command" }).fill("quast ott");
  const found = page.getByRole("option", { name: /Ottilie Quast · o\.quast@quast\.example.*Contact/ });
  await found.waitFor();
  assert.deepEqual(await found.locator("mark").first().allTextContents(), ["Ott"]);
  await found.click();
  await page.waitForURL(`**/records/contact/${ottilie}`);
  await page.getByRole("heading", { name: "Ottilie Quast" }).waitFor();
  await closed(page);

  // What is on the page is not offered again: the first one is the record before.
  await openPalette(page);
  await current(page, /^Wilhelmina Quast/);
  const labels = await page.getByRole("option").allTextContents();
  assert.deepEqual(labels.slice(1, 4), ["Add a noteT", "Log a callC", "Log a meeting"]);
  for (const label of ["Copy link", "New organization"]) assert.ok(labels.includes(label), label);
  await page.keyboard.type("add a n");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Note");
  await page.keyboard.press("Escape");
  await openPalette(page);
  await current(page, /^Wilhelmina Quast/);
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Control+Enter")]);
  await tab.waitForURL(`**/records/contact/${wilhelmina}`);
  await tab.close();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/records/contact/${wilhelmina}`);

  // A record that is gone is forgotten once that is seen; broken storage is an empty one.
  await ask(page, "records.delete", { id: ottilie });
  await closed(page);
  await openPalette(page);
  await current(page, /^Ottilie Quast/);
  await page.keyboard.press("Enter");
  await page.getByText("This contact is in the trash.").waitFor();
  await page.goto("/company");
  await page.getByRole("heading", { name: "General" }).waitFor();
  await openPalette(page);
  await current(page, /^Wilhelmina Quast/);
  assert.equal(await page.getByRole("option", { name: "Ottilie Quast" }).count(), 0);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith("kith.recent."))) localStorage.setItem(key, '[{"id":1},');
  });
  await page.reload();
  await page.getByRole("heading", { name: "General" }).waitFor();
  await openPalette(page);
  await current(page, /^New organization/);
  assert.deepEqual([consoleErrors, refused], [[], []]);
  await page.context().close();
});

test("commands are there at once, the choice stays when records come, and a search that fails stops nothing", async () => {
  const { page, consoleErrors } = await enter("/company");
  await addContact(page, "Contessa Brandl", "contessa@brandl.example");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SEARCH, async (route) => {
    await held;
    await route.continue();
  });

  await openPalette(page);
  await page.keyboard.type("cont");
  await current(page, /^Contacts/);
  await page.keyboard.press("ArrowDown");
  const chosen = await currentText(page);
  assert.notEqual(chosen, "Contacts");
  release();
  await page.getByRole("option", { name: /Contessa Brandl/ }).waitFor();
  assert.equal(await currentText(page), chosen, "the choice is where it was put");
  assert.match((await page.getByRole("option").first().textContent()) ?? "", /^Contacts/);

  await page.unroute(SEARCH);
  await page.route(SEARCH, (route) => route.abort());
  const field = page.getByRole("combobox", { name: "Search or run a command" });
  await field.fill("contes");
  await page.getByText("Records could not be searched.").waitFor();
  await page.unroute(SEARCH);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("option", { name: /Contessa Brandl/ }).waitFor();

  await page.route(SEARCH, (route) => route.abort());
  // Not what the name begins with: Enter waits for the records, and takes the command when there are none.
  await field.fill("dark theme");
  await page.keyboard.press("Enter");
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  await closed(page);
  await openPalette(page);
  await page.keyboard.type(">member");
  await current(page, /^Members/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a record is made from anywhere: by key, from the sidebar, and from a name that nothing has", async () => {
  const { page, consoleErrors, refused } = await enter("/company");
  await page.keyboard.press("c");
  const chooser = page.getByRole("dialog", { name: "New record" });
  await chooser.getByRole("button", { name: "Organization" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Organization"));
  await page.keyboard.press("ArrowDown");
  assert.match((await nameOfFocused(page)) ?? "", /^Contact/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.match((await nameOfFocused(page)) ?? "", /^Task/);
  await page.keyboard.press("2");
  const form = page.getByRole("dialog", { name: "New contact" });
  await focusIsOn(page, "Name");
  await page.keyboard.type("Lieselotte Brandl");
  await page.keyboard.press("Enter");
  await page.getByText("“Lieselotte Brandl” added.").waitFor();
  await form.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "General" }).waitFor();
  await page.keyboard.press("o");
  await page.getByRole("heading", { name: "Lieselotte Brandl" }).waitFor();

  await page.getByRole("button", { name: "New record" }).click();
  await page.getByRole("menuitem", { name: "New task" }).click();
  await page.getByRole("dialog", { name: "New task" }).getByRole("textbox", { name: "Name" }).fill("Call Lieselotte");
  await page.getByRole("button", { name: "Add task" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("heading", { name: "Call Lieselotte" }).waitFor();

  await openPalette(page);
  await page.keyboard.type("Zzyzx Quux");
  await page.getByText("No record is called “Zzyzx Quux”").waitFor();
  await page.getByRole("option", { name: "Create contact “Zzyzx Quux”" }).click();
  await focusIsOn(page, "Name");
  assert.equal(await form.getByRole("textbox", { name: "Name" }).inputValue(), "Zzyzx Quux");
  await tabTo(page, "Add contact");
  await page.keyboard.press("Enter");
  await page.getByText("“Zzyzx Quux” added.").waitFor();
  await closed(page);
  await openPalette(page);
  await page.keyboard.type("Zzyzx Quux");
  await page.getByRole("option", { name: /^Zzyzx Quux/ }).waitFor();
  assert.deepEqual([consoleErrors, refused], [[], []]);
  await page.context().close();
});

test("the keys the help lists work, and on a record J and K walk the list one came from", async () => {
  const { page, consoleErrors, refused } = await enter("/company");
  for (const name of ["Walk one", "Walk two", "Walk three"]) await addDeal(page, name);
  const [one, two, three] = ["Walk one", "Walk two", "Walk three"].map((name) => page.getByRole("heading", { name, level: 1 }));
  await page.goto("/records/deal?filter=name~walk&sort=created_at");
  await page.getByRole("rowheader", { name: "Walk three" }).waitFor();
  assert.ok(await page.getByText(/^Sum/).isVisible(), "the footer has its sum");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await one!.waitFor();
  await page.getByText("1 of 3").waitFor();
  await page.keyboard.press("j");
  await two!.waitFor();
  await page.getByRole("button", { name: "Next record" }).click();
  await three!.waitFor();
  await page.getByText("3 of 3").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await two!.waitFor();
  // However far one walked, Back leads to the list; so does the way shown above the record.
  await page.goBack();
  await page.getByRole("rowheader", { name: "Walk three" }).waitFor();
  await page.getByRole("link", { name: "Walk two" }).click();
  await two!.waitFor();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Deals" }).click();
  await page.waitForURL(/filter=name/);
  await page.getByRole("rowheader", { name: "Walk three" }).waitFor();

  // The table has a K of its own, and C makes a record: after G neither is meant, also where the table was there first.
  const titles = {
    o: "Organizations",
    c: "Contacts",
    d: "Deals",
    t: "Tasks",
    h: "Dashboard",
    m: "General",
    p: "Account",
    f: "Filter Syntax",
    k: "API Keys",
  };
  for (const letter of ["o", "h", "m", "p", "f", "c", "d", "t", "o", "k"] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await page.getByRole("heading", { name: titles[letter], level: 1 }).waitFor();
    if (letter === "o") await page.getByRole("rowheader").first().waitFor();
  }
  assert.equal(await page.getByRole("dialog").count(), 0);

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  const groups = await help.getByRole("heading", { level: 3 }).allTextContents();
  assert.deepEqual(groups, [
    "Anywhere",
    "Go to",
    "On a board",
    "On a dashboard",
    "Among duplicates",
    "In the inbox",
    "On the rules",
    "On a lead",
    "On held submissions",
    "In a list",
    "On a record",
    "On a delivery",
  ]);
  const listed = await help.locator("[data-keys]").evaluateAll((lines) => lines.map((line) => line.getAttribute("data-keys")));
  for (const keys of ["mod k", "c", "o", "z", "g k", "n", "t", "m"]) assert.ok(listed.includes(keys), keys);
  await page.keyboard.press("Escape");
  await closed(page);
  await openPalette(page);
  await page.keyboard.type("?");
  await current(page, /^Keyboard shortcuts/);
  await page.keyboard.press("Enter");
  await help.waitFor();
  assert.deepEqual([consoleErrors, refused], [[], []]);
  await page.context().close();
});

test("finding and making on a phone, by touch", async () => {
  const { page, consoleErrors, refused } = await enter("/dashboard", "phone");
  const ids = [await addDeal(page, "Pocket one"), await addDeal(page, "Pocket two")];
  await page.getByRole("button", { name: "Find" }).tap();
  await page.getByRole("option", { name: "New contact" }).tap();
  const form = page.getByRole("dialog", { name: "New contact" });
  await form.getByRole("textbox", { name: "Name" }).fill("Thekla Pocket");
  await form.getByRole("button", { name: "Add contact" }).tap();
  await page.getByRole("button", { name: "Open", exact: true }).tap();
  await page.getByRole("heading", { name: "Thekla Pocket" }).waitFor();

  await page.getByRole("button", { name: "Find" }).tap();
  const dialog = page.getByRole("dialog", { name: "Search or run a command" });
  for (const part of [dialog.getByRole("option").first(), dialog.getByRole("button", { name: "Close" })]) {
    const box = await part.boundingBox();
    assert.ok((box?.height ?? 0) >= 44, "a thumb can hit it");
  }
  await lookWithAxe(page, "the palette on a phone");
  await dialog.getByRole("button", { name: "Close" }).tap();
  await closed(page);
  await page.getByRole("button", { name: "Find" }).tap();
  await dialog.getByRole("combobox").fill("pocket o");
  await dialog.getByRole("option", { name: /^Pocket one/ }).tap();
  await page.waitForURL(`**/records/deal/${ids[0]}`);

  await page.goto("/records/deal?filter=name~pocket&sort=created_at");
  await page.getByRole("link", { name: /Pocket one/ }).tap();
  const next = page.getByRole("button", { name: "Next record" });
  assert.ok(((await next.boundingBox())?.width ?? 0) >= 44);
  await next.tap();
  await page.waitForURL(`**/records/deal/${ids[1]}`);
  assert.deepEqual([consoleErrors, refused], [[], []]);
  await page.context().close();
});

test("the palette, the making of a record and the help are accessible in both themes", { tag: "@matrix" }, async () => {
  const { page, consoleErrors } = await enter("/company");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const look = (what: string) => lookWithAxe(page, `${what}, ${scheme}`);
    await openPalette(page);
    await look("the palette, empty");
    const field = page.getByRole("combobox", { name: "Search or run a command" });
    await field.fill("alder");
    await page
      .getByRole("option", { name: /^Aldermoor/ })
      .first()
      .waitFor();
    await look("the palette with records");
    await field.fill("qqqqxxx");
    await page.getByText("No record is called “qqqqxxx”").waitFor();
    await look("the palette without any");
    await page.keyboard.press("Escape");
    await closed(page);
    await page.keyboard.press("c");
    await page.getByRole("dialog", { name: "New record" }).waitFor();
    await look("the choice of a type");
    await page.keyboard.press("3");
    await focusIsOn(page, "Name");
    await look("a new deal");
    await page.keyboard.press("Escape");
    await closed(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await look("all keys");
    await page.keyboard.press("Escape");
    await closed(page);
  }
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

async function lookWithAxe(page: Page, what: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await axeViolations(page, "[role=dialog]"), [], `axe on ${what}`);
}

async function enter(path: string, size: keyof typeof sizes = "desktop") {
  const { page, consoleErrors } = await visit(browser, installation.baseUrl, { size });
  page.setDefaultTimeout(LONG_MS);
  await signIn(page, installation.admin, path);
  await page.locator("#main h1").first().waitFor();
  const refused: string[] = [];
  page.on(
    "response",
    (response) => response.status() >= 400 && response.status() < 500 && refused.push(`${response.status()} ${response.url()}`),
  );
  return { page, consoleErrors, refused };
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Search or run a command");
}

const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

const current = (page: Page, text: RegExp) => page.getByRole("option", { selected: true }).filter({ hasText: text }).waitFor();
const currentText = (page: Page) => page.getByRole("option", { selected: true }).textContent();

const focusIsOn = (page: Page, name: string) =>
  page.waitForFunction((name) => document.activeElement?.getAttribute("aria-label") === name, name);

async function addContact(page: Page, name: string, email: string): Promise<string> {
  const { record } = await ask<Saved>(page, "records.create", { type: "contact", values: { name, email: [email] } });
  return record.id;
}
