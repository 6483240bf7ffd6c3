import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { giveChannel, receive } from "./incoming.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const rows = (page: Page) => page.getByRole("region", { name: "Conversations", exact: true }).getByRole("link");
const filterIn = (page: Page) => new URL(page.url()).searchParams.get("filter");
const bar = (page: Page) => page.getByRole("textbox", { name: "Filter" });
const person = (page: Page) => page.getByRole("complementary", { name: "Person" });

/** The list is these, in this order. */
async function lists(page: Page, ...texts: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll("section[aria-label=Conversations] a")].map((row) => row.textContent ?? "");
    return shown.length === wanted.length && wanted.every((text, at) => shown[at]?.includes(text));
  }, texts);
}

async function openFilter(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await page.locator(".cm-content").waitFor();
  await page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
}

test("the inbox is filtered, sorted and walked through with the keyboard alone", { tag: "@matrix" }, async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Kept by keys");
    await receive(page, channel, { thread: "valve", text: "Is the valve in stock?", subject: "Valve" });
    await receive(page, channel, { thread: "pump", text: "The pump is loud", subject: "Pump" });
    const urgent = await receive(page, channel, { thread: "urgent", text: "A leak in hall 2", subject: "Leak" });
    await ask(page, "inbox.update", { id: urgent, tags: ["urgent"] });
    await page.goto(`/inbox?channel=${channel}`);
    await rows(page).nth(2).waitFor();
    await settled(page);
    await page.locator("footer").getByText("Live", { exact: true }).waitFor();
    const hints = (await page.locator("footer").innerText()).replaceAll(/\s+/g, " ");
    assert.match(hints, /J ?K ?next ?R ?reply ?T ?note ?A ?assign ?S ?snooze ?D ?close ?Live ?\? ?keys$/);
    assert.equal(await bar(page).count(), 0, "the filter is there when it is wanted");

    await openFilter(page);
    await page.getByText("A field of conversations, or words to search for").waitFor();
    await page.keyboard.type("ta");
    await page.keyboard.press("Tab");
    await page.keyboard.type(":urgent");
    await page.keyboard.press("Enter");
    await lists(page, "A leak in hall 2");
    assert.equal(filterIn(page), "tag:urgent");
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.waitForURL((url) => url.pathname.endsWith(urgent));
    await page.getByRole("heading", { name: "Leak", level: 2 }).waitFor();
    await settled(page);
    assert.equal(filterIn(page), "tag:urgent", "the filter stays");

    await openFilter(page);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("tagg:urgent");
    await page.keyboard.press("Enter");
    await page.getByText("Conversations have no field tagg. Did you mean tag?").waitFor();
    assert.equal(await rows(page).count(), 1, "what cannot be understood changes nothing");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("pump");
    await page.keyboard.press("Enter");
    await lists(page, "The pump is loud");
    await page.getByRole("button", { name: "Sort: Newest first" }).and(page.locator(":disabled")).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await rows(page).nth(2).waitFor();
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });

    const sort = page.getByRole("button", { name: /^Sort: / });
    await sort.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Oldest first" }).waitFor();
    for (const key of ["ArrowDown", "End", "Enter"]) await page.keyboard.press(key);
    await lists(page, "Is the valve in stock?", "The pump is loud", "A leak in hall 2");
    assert.equal(await page.getByRole("heading", { name: "To answer" }).count(), 0, "one order, no groups");
    await page.reload();
    await lists(page, "Is the valve in stock?", "The pump is loud", "A leak in hall 2");
    await sort.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Newest first" }).waitFor();
    for (const key of ["ArrowDown", "Home", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await lists(page, "A leak in hall 2", "The pump is loud", "Is the valve in stock?");
    await settled(page); // the menu fades
    assert.deepEqual(await axeViolations(page), []);
  });
});

test(
  "beside a conversation stand the person's country, time and consent, and what was written with them before",
  { tag: "@gate" },
  async () => {
    await demo.within({}, async (page) => {
      const channel = await giveChannel(page, "Known person");
      const email = "signe@nordvik.example";
      await ask(page, "records.create", {
        type: "contact",
        values: { name: "Signe Halvorsen", email: [email, "signe@home.example"], country: "NO" },
      });
      await ask(page, "inbox.addConsent", { address: email, state: "granted", source: "Fair", text: "May be written to." });
      const from = { from: email, name: "Signe Halvorsen" };
      const before = await receive(page, channel, { thread: "before", text: "Drift on meter 11", subject: "Drift", ...from });
      await ask(page, "inbox.update", { id: before, state: "closed" });
      const id = await receive(page, channel, { thread: "now", text: "Two more pens please", subject: "Pens", ...from });
      const asked = new Set<string | null>();
      page.on("request", (request) => void (/onsents/.test(request.url()) && asked.add(request.postData())));
      await page.goto(`/inbox/${id}`);
      await person(page).getByText("Norway", { exact: true }).waitFor();
      const time = person(page).locator("dl", { hasText: "Local time" }).locator("dd");
      assert.match(await time.innerText(), /^(?:[A-Z][a-z]{2} )?\d\d:\d\d$/);
      await person(page)
        .getByText(/^since /)
        .waitFor();
      await settled(page);
      const emails = [email, "signe@home.example"].map((address) => ({ kind: "email", address }));
      const of = [{ kind: "api", address: email }, ...emails];
      assert.deepEqual([...asked], [JSON.stringify({ of })], "asked once for all of their addresses");
      assert.deepEqual(await axeViolations(page), []);
      const earlier = person(page).getByRole("region", { name: "Earlier conversations" });
      await earlier.getByRole("link", { name: /Drift\s*Closed / }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname.endsWith(before));
      // From there, what came later is another one and no earlier one.
      await person(page).getByRole("region", { name: "Other conversations" }).getByRole("link", { name: /Pens/ }).waitFor();
    });
  },
);
