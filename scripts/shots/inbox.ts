import type { Page } from "@playwright/test";
import { ask } from "../../e2e/records.ts";
import { until } from "../../server/test/waiting.ts";
import { inFew, never, refuse, says, type Shot, shot, skeleton, state } from "./shot.ts";

const DAY_MS = 86_400_000;
const ANSWER = `Good morning,
attached is offer 2214 with commissioning as its own line, €2,500 for two days on site, and the certificates for all 16 meters.`;

/** The inbox of the demo company, a conversation in it, and its channels. */
export async function inboxShots(page: Page): Promise<Shot[]> {
  const find = async (filter: string) => (await ask<{ items: { id: string }[] }>(page, "inbox.list", { filter })).items[0]?.id ?? "";
  const offer = await find('subject~"Offer 2214"');
  const { items } = await ask<{ items: { id: string; kind: string }[] }>(page, "channels.list", {});
  const mailbox = items.find(({ kind }) => kind === "email")?.id ?? "";
  await giveTask(page, offer);
  await givePast(page, offer, items.find(({ kind }) => kind === "api")?.id ?? "");
  const { id: queue } = await ask<{ id: string }>(page, "views.create", {
    type: "conversation",
    name: "Offers",
    filter: "is:open subject~offer",
    is_shared: true,
  });
  const writeAnswer = async (shown: Page) => {
    // An earlier picture has left it there.
    if ((await shown.getByRole("textbox", { name: "Answer" }).inputValue()).includes(ANSWER)) return;
    // As a person does, above the signature: to fill the box would write below it.
    await shown.getByRole("textbox", { name: "Answer" }).focus();
    await shown.keyboard.insertText(ANSWER);
    await shown.getByText("Saved", { exact: true }).waitFor({ state: "attached" });
  };
  return [
    shot("inbox", "/inbox"),
    connected(shot("inbox-conversation", `/inbox/${offer}`, writeAnswer)),
    inFew(shot("inbox-person", `/inbox/${offer}`, showPerson)),
    inFew(shot("inbox-paused", `/inbox/${offer}`)),
    inFew(shot("inbox-queue", `/inbox?queue=${queue}`)),
    inFew(shot("inbox-snoozed", "/inbox?tab=snoozed")),
    inFew(shot("inbox-filtered", `/inbox/${offer}?filter=${encodeURIComponent("assignee:@me has:attachment")}&sort=newest`)),
    inFew(shot("inbox-nothing-found", `/inbox?filter=${encodeURIComponent("tag:nothing")}`)),
    connected(inFew(shot("inbox-new-message", "/inbox?write=true"))),
    state("inbox-loading", "/inbox", never("inbox.list"), skeleton),
    state("inbox-error", "/inbox", refuse("inbox.list"), says("could not be loaded")),
    inFew(shot("signatures", "/profile/signatures")),
    inFew(shot("answer-times", "/company/answer-times")),
    shot("channels", "/company/channels"),
    inFew(shot("channel", `/company/channels/${mailbox}`)),
    inFew(shot("channel-connect", "/company/channels?add=true")),
  ];
}

/** Something to do for whoever the conversation is with. */
async function giveTask(page: Page, id: string): Promise<void> {
  const { contact } = await ask<{ contact: { id: string } | null }>(page, "inbox.get", { id });
  if (!contact) return;
  const due = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await ask(page, "records.create", {
    type: "task",
    values: { name: "Price commissioning as a line", state: "open", contact: contact.id, due },
  });
}

/** A wide window has the person beside the conversation. */
async function showPerson(page: Page): Promise<void> {
  const show = page.getByRole("button", { name: "Show the person" });
  if (await show.isVisible()) await show.click();
}

/** What whoever the conversation is with agreed to, and what they asked before. */
async function givePast(page: Page, id: string, channel: string): Promise<void> {
  const { from } = await ask<{ from: { address: string; name: string } | null }>(page, "inbox.get", { id });
  if (!from) return;
  await ask(page, "inbox.addConsent", { address: from.address, state: "granted", source: "Trade fair", text: "May be written to." });
  await ask(page, "channels.putInbound", { id: channel, external_id: "past-1", from, text: "Drift on meter 11", thread: "past" });
  const find = () => ask<{ items: { id: string }[] }>(page, "inbox.list", { filter: `channel:"${channel}" "Drift on meter 11"` });
  const past = await until(async () => (await find()).items[0], "the earlier message is taken", { everyMs: 200 });
  await ask(page, "inbox.update", { id: past.id, state: "closed" });
}

/** The mailbox of the demo company is paused, as no server stands behind it. Here it is shown as one that works. */
const connected = ({ show, ...rest }: Shot): Shot => ({
  ...rest,
  async show(page) {
    await page.route("**/app/call/channels.list", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"state":"paused"', '"state":"ok"') });
    });
    await show(page);
  },
});
