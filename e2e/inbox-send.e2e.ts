import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { giveChannel, receive } from "./incoming.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";
import { until } from "../server/test/waiting.ts";

// What becomes of an answer after somebody pressed Send, and what Undo takes back.

const demo = sharedDemo();

const field = (page: Page) => page.getByLabel("Answer", { exact: true });
const rowOf = (page: Page, text: string) => page.getByRole("link").filter({ hasText: text });

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/inbox/${id}`);
  await field(page).waitFor();
  await settled(page);
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.keyboard.type(text);
}

interface Message {
  id: string;
  text: string;
  state: string;
}
const answersIn = async (page: Page, id: string) =>
  (await ask<{ items: Message[] }>(page, "inbox.messages", { id })).items
    .filter(({ state }) => state !== "received")
    .map(({ text, state }) => `${text} ${state}`);
const stateOf = async (page: Page, id: string) => (await ask<{ state: string }>(page, "inbox.get", { id })).state;

test("one Undo after “Send and close” or “Send, snooze” takes back both: nothing leaves, and the conversation is open", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Send and");
    for (const [item, gone] of [
      [/^Send and close/, "closed"],
      [/^Send, snooze/, "snoozed"],
    ] as const) {
      const id = await receive(page, channel, { thread: gone, text: `Is it ${gone}?` });
      await open(page, id);
      const file = { name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("Nine hundred") };
      await page.getByLabel("Files to attach").setInputFiles(file);
      const attached = page.getByRole("list", { name: "Attached files" }).getByText("offer.txt");
      await attached.waitFor();
      await write(page, "It is done.");
      await page.getByRole("button", { name: "Send and…" }).click();
      await page.getByRole("menuitem", { name: item }).first().click();
      await page.getByText(/^Sending in 10 s, (?:and closed|snoozed)/).waitFor();
      assert.equal(await stateOf(page, id), gone);
      await page.getByRole("button", { name: "Undo" }).first().click();
      await until(async () => (await stateOf(page, id)) === "open", "it is open again");
      await until(async () => (await answersIn(page, id)).join() === "It is done. cancelled", "the answer is taken back");
      await open(page, id);
      assert.equal(await field(page).inputValue(), "It is done.", "its text is where it was written");
      await attached.waitFor();
    }
  });
});

test("an answer that is on its way while its writer goes on to another conversation is not in its field again", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Going on");
    const second = "Second of two";
    const id = await receive(page, channel, { thread: "first", text: "First of two" });
    await receive(page, channel, { thread: "second", text: second });
    await open(page, id);
    await page.route("**/app/call/inbox.writeMessage", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await write(page, "Only once, please.");
    await page.keyboard.press("Control+Enter");
    await rowOf(page, second).first().click();
    await page.getByText("Sending in 10 s.").waitFor();
    await rowOf(page, "Only once, please.").first().click();
    await page.getByRole("region", { name: "Messages" }).getByText("Only once, please.").waitFor();
    assert.equal(await field(page).inputValue(), "");
    assert.deepEqual(await answersIn(page, id), ["Only once, please. queued"]);
  });
});

test("nothing is sent while a file is still on its way into it", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Uploading");
    const id = await receive(page, channel, { thread: "uploading", text: "The offer, please." });
    await open(page, id);
    const arrives = Promise.withResolvers<void>();
    await page.route("**/app/files?*", async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await write(page, "It is attached.");
    await page.getByLabel("Files to attach").setInputFiles({ name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("Nine") });
    await page.getByText("Attaching…").waitFor();
    await field(page).press("Control+Enter");
    assert.ok(
      await page
        .locator("form")
        .filter({ has: field(page) })
        .locator("button[type=submit]")
        .isDisabled(),
    );
    assert.deepEqual(await answersIn(page, id), []);
    arrives.resolve();
    await page.getByRole("list", { name: "Attached files" }).getByText("offer.txt").waitFor();
    await page.getByText("Attaching…").waitFor({ state: "detached" });
    await field(page).press("Control+Enter");
    await page.getByText("Sending in 10 s.").waitFor();
    const { items } = await ask<{ items: { text: string; files: { name: string }[] }[] }>(page, "inbox.messages", { id });
    assert.deepEqual(
      items[0]?.files.map(({ name }) => name),
      ["offer.txt"],
    );
  });
});

test("a message that failed is sent again although they wrote meanwhile", async () => {
  await demo.within({}, async (page) => {
    const channel = await giveChannel(page, "Failing");
    const id = await receive(page, channel, { thread: "failing", text: "What does it cost?" });
    const { last_message: seen } = await ask<{ last_message: string }>(page, "inbox.get", { id });
    const { id: message } = await ask<Message>(page, "inbox.writeMessage", { conversation: id, text: "Nine hundred.", seen });
    await demo.installation.passTime(11_000);
    const take = () => ask<{ items: Message[] }>(page, "inbox.takeOutbound", { id: channel });
    await until(async () => (await take()).items.some((one) => one.id === message), "its time has come");
    await ask(page, "channels.putStatuses", { id: channel, statuses: [{ message, state: "failed", error: "Out of paper" }] });
    await until(async () => (await answersIn(page, id)).join() === "Nine hundred. failed", "it has failed");
    await receive(page, channel, { thread: "failing", text: "Are you there?" });
    await open(page, id);
    await page.getByRole("button", { name: "Send again" }).click();
    await page
      .getByText(/^Sending in \d+ s/)
      .first()
      .waitFor();
    assert.deepEqual(await answersIn(page, id), ["Nine hundred. queued"]);
  });
});
