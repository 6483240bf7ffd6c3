import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { giveChannel, receive } from "./incoming.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";
import { tooSmall } from "./small-targets.ts";

const demo = sharedDemo();
const FINGER_PX = 40;
const UNDO_MS = 11_000;

const conversations = (page: Page) => page.getByRole("region", { name: "Conversations", exact: true });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

/** Everything there can be read, reached with a finger, and stands within the width of the screen. */
async function fits(page: Page, what: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await axeViolations(page), [], what);
  assert.deepEqual(await tooSmall(page, FINGER_PX), [], `${what}: everything is large enough for a finger`);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(wider, 0, `${what} is no wider than the phone`);
}

test("on a phone: from the list to a conversation, answered, assigned, back, and another one snoozed", async () => {
  await demo.within({ size: "phone" }, async (page) => {
    const channel = await giveChannel(page, "By phone");
    await receive(page, channel, { thread: "snoozed", text: "Call me after the holidays", subject: "Later" });
    const files = [{ name: "data-sheet.txt", type: "text/plain", base64: Buffer.from("12 bar").toString("base64") }];
    const id = await receive(page, channel, { thread: "answered", text: "Is the valve in stock?", subject: "Valve", files });
    await page.goto(`/inbox?channel=${channel}`);
    await conversations(page).getByRole("link").nth(1).waitFor();
    await fits(page, "the list");

    await conversations(page).getByRole("link", { name: "Is the valve in stock?" }).tap();
    await messages(page).getByText("Is the valve in stock?").waitFor();
    assert.equal(await conversations(page).isVisible(), false, "one of them at a time");
    await fits(page, "a conversation");
    await page.getByLabel("Answer", { exact: true }).fill("Two are, and they leave today.");
    await fits(page, "an answer being written");
    await page.getByRole("button", { name: "Send", exact: true }).tap();
    await page.getByText("Sending in 10 s.").waitFor();
    await fits(page, "an answer that waits");
    await demo.installation.passTime(UNDO_MS);
    await ask(page, "inbox.takeOutbound", { id: channel });
    await messages(page).getByText("Two are, and they leave today.").waitFor();

    await page.getByRole("button", { name: "Assign", exact: true }).tap();
    await page.getByRole("menuitem", { name: /\(you\)$/ }).tap();
    await page.getByText("Assigned to you.").waitFor();
    const { assignee } = await ask<{ assignee: { name: string } | null }>(page, "inbox.get", { id });
    assert.equal(assignee?.name, "Mara Lindqvist");

    await page.getByRole("button", { name: "Back to the list" }).tap();
    await conversations(page).getByRole("link", { name: "Call me after the holidays" }).tap();
    await messages(page).getByText("Call me after the holidays").waitFor();
    await page.getByRole("button", { name: "Snooze", exact: true }).tap();
    await page.getByRole("menuitem", { name: /^Tomorrow/ }).tap();
    await page
      .getByText(/^Snoozed until/)
      .first()
      .waitFor();
    await page.goto(`/inbox?channel=${channel}`);
    await conversations(page).getByRole("link").first().waitFor();
    assert.equal(await conversations(page).getByRole("link").count(), 1, "only the answered one is left in the list");
  });
});

/** Walks down a menu until this item has the focus, and takes it. */
async function chooseByKey(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("menuitem", { name }).waitFor();
  for (let steps = 0; steps < 40; steps++) {
    const focused = await page.evaluate(
      () =>
        (document.activeElement?.role === "menuitem" || document.activeElement?.getAttribute("role") === "menuitem"
          ? document.activeElement.textContent
          : "") ?? "",
    );
    if (name.test(focused)) return page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`the keys never reach ${String(name)}`);
}

const isInField = (page: Page) => page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");

test("the whole work without a mouse: find, read, answer, take back, send, assign, note, close, open again, snooze", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "By keyboard");
    const id = await receive(page, channel, { thread: "keys", text: "Which flange fits the quokka housing?", subject: "Flange" });
    const written = async () =>
      (await ask<{ items: { direction: string; text: string; state: string }[] }>(page, "inbox.messages", { id })).items;

    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByRole("heading", { name: "Inbox", level: 1 }).first().waitFor();
    await settled(page);
    await page.keyboard.press("/");
    await page.keyboard.type("quokka");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Conversations] a").length === 1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "Flange", level: 2 }).waitFor();
    await settled(page);

    await page.keyboard.press("r");
    await isInField(page);
    await page.keyboard.type("The wide one.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("z");
    await page.getByText("Not sent. Your text is back.").waitFor();
    await page.keyboard.press("r");
    await isInField(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
    await page.keyboard.press("Escape");

    await page.keyboard.press("a");
    await chooseByKey(page, /\(you\)$/);
    await page.getByText("Assigned to you.").waitFor();
    await page.keyboard.press("t");
    await isInField(page);
    await page.keyboard.type("They ask for every fair.");
    await page.keyboard.press("Control+Enter");
    await messages(page).getByText("They ask for every fair.").waitFor();
    assert.deepEqual(
      (await written()).filter(({ state }) => state !== "cancelled").map(({ direction, text }) => `${direction} ${text}`),
      ["note They ask for every fair.", "out The wide one.", "in Which flange fits the quokka housing?"],
    );

    await page.keyboard.press("Escape");
    await page.keyboard.press("d");
    await page.getByText("Closed.").waitFor();
    await page.keyboard.press("z");
    await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Conversations] a").length === 1);
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "Flange", level: 2 }).waitFor();
    await settled(page);
    await page.keyboard.press("s");
    await chooseByKey(page, /^Tomorrow/);
    await page
      .getByText(/^Snoozed until/)
      .first()
      .waitFor();
    assert.equal((await ask<{ state: string }>(page, "inbox.get", { id })).state, "snoozed");
  });
});
