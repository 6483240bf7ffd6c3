import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { giveChannel, receive } from "./incoming.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";
import { until } from "../server/test/waiting.ts";

const demo = sharedDemo();
const UNDO_MS = 11_000;

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

const tabs = (page: Page) => page.getByRole("navigation", { name: "Inbox" });
const tab = (page: Page, name: string | RegExp) => tabs(page).getByRole("link", { name });

/** The number behind the name of a tab. */
async function countIn(page: Page, name: string): Promise<number> {
  const text = await tab(page, new RegExp(`^${name}`)).innerText();
  return Number(/\d[\d,]*$/.exec(text.trim())?.[0].replaceAll(",", ""));
}

test(
  "a row says where somebody works, the tabs how many they list, the strip and the foot how fast answers are given",
  { tag: "@matrix" },
  async () => {
    await demo.within({}, async (page) => {
      const channel = await giveChannel(page, "Counted");
      const email = "otis@tarnvalley.example";
      const { record } = await ask<{ record: { id: string } }>(page, "records.create", {
        type: "organization",
        values: { name: "Tarn Valley Power" },
      });
      await ask(page, "records.create", { type: "contact", values: { name: "Otis Farrow", email: [email], organization: record.id } });
      await page.goto(`/inbox?channel=${channel}`);
      const names = ["All open", "Mine", "Unassigned", "Closed"];
      const counts = async () => Promise.all(names.map((name) => countIn(page, name)));
      await tab(page, /^Unassigned\s*\d/).waitFor();
      const before = await counts();
      const grown = (...by: number[]) => before.map((count, at) => count + (by[at] ?? 0));
      const become = (...by: number[]) =>
        until(async () => (await counts()).join() === grown(...by).join(), `the tabs count ${grown(...by).join()}`);

      const id = await receive(page, channel, {
        thread: "visit",
        text: "Does the 24th work?",
        subject: "Visit",
        from: email,
        name: "Otis",
      });
      await rows(page).filter({ hasText: "Tarn Valley Power" }).waitFor();
      await become(1, 0, 1, 0);
      await page.goto(`/inbox/${id}?channel=${channel}`);
      await page.getByRole("region", { name: "Conversation", exact: true }).getByText("goal 4 h").waitFor();
      await settled(page);
      assert.deepEqual(await axeViolations(page), []);

      const { last_message: seen } = await ask<{ last_message: string }>(page, "inbox.get", { id });
      const written = await ask<{ id: string }>(page, "inbox.writeMessage", { conversation: id, text: "It does.", seen });
      await demo.installation.passTime(UNDO_MS);
      await ask(page, "inbox.takeOutbound", { id: channel });
      await ask(page, "channels.putStatuses", { id: channel, statuses: [{ message: written.id, state: "sent" }] });
      await page
        .locator("footer")
        .getByText(/^First reply today \S.*goal 4 h$/)
        .waitFor();
      await ask(page, "inbox.update", { id, state: "closed" });
      await become(0, 0, 0, 1);
    });
  },
);

test(
  "what is listed is kept as a queue: opened by its tab, changed, put back, renamed, shared and deleted",
  { tag: "@matrix" },
  async () => {
    await demo.within({}, async (page) => {
      const channel = await giveChannel(page, "Queued");
      await receive(page, channel, { thread: "valve", text: "Where is the valve?", subject: "Valve" });
      const late = await receive(page, channel, { thread: "late", text: "Where is the late pump?", subject: "Pump" });
      await ask(page, "inbox.update", { id: late, tags: ["late"] });
      await page.goto(`/inbox?tab=unassigned&channel=${channel}&filter=tag:late&sort=newest`);
      await lists(page, "Where is the late pump?");
      await page.getByRole("button", { name: "Save as a queue" }).click();
      const dialog = page.getByRole("dialog", { name: "Save as a queue" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("Late ones");
      await settled(page);
      assert.deepEqual(await axeViolations(page), []);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await tab(page, "Late ones").and(page.locator("[aria-current=page]")).waitFor();
      assert.equal(filterIn(page), `is:open no:assignee channel:${channel} tag:late`);

      await tab(page, /^Closed/).click();
      await tab(page, "Late ones").click();
      await lists(page, "Where is the late pump?");
      await openFilter(page);
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(`is:open channel:${channel}`);
      await page.keyboard.press("Enter");
      await lists(page, "Where is the late pump?", "Where is the valve?");
      await page.keyboard.press("Escape");
      await tabs(page).getByRole("img", { name: "unsaved changes" }).waitFor();
      const menu = page.getByRole("button", { name: "Queue", exact: true });
      const choose = async (name: string) => {
        await menu.click();
        await page.getByRole("menuitem", { name, exact: true }).click();
      };
      await choose("Discard changes");
      await lists(page, "Where is the late pump?");
      await choose("Rename");
      await page.getByRole("textbox", { name: "Name" }).fill("Late and open");
      await page.keyboard.press("Enter");
      await choose("Share with everyone");
      await tab(page, /^Late and open/)
        .getByLabel("shared")
        .waitFor();

      const { items } = await ask<{ items: { id: string; name: string }[] }>(page, "views.list", { type: "conversation" });
      const queue = items.find(({ name }) => name === "Late and open");
      await page.goto(`/inbox?queue=${queue?.id}`);
      await lists(page, "Where is the late pump?");
      await choose("Delete queue");
      await page.getByText("Queue “Late and open” deleted. Its conversations stay.").waitFor();
      await tab(page, /^All open/)
        .and(page.locator("[aria-current=page]"))
        .waitFor();
      assert.equal(await tab(page, /^Late and open/).count(), 0);
    });
  },
);
