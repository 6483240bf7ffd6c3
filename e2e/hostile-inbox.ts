import type { Page } from "@playwright/test";
import { PAYLOADS } from "./hostile.ts";
import { ask } from "./records.ts";
import { until } from "../server/test/waiting.ts";

interface StoredInbox {
  /** What stands in an address where the paths of the pages have a name in braces. */
  ids: { channel: string; conversation: string };
  values: number;
}

const within = (most: number) => PAYLOADS.filter((text) => text.length <= most);
const at = (texts: string[], place: number) => texts[place % texts.length] ?? "";
/** The conversation with all the payloads in it. The others have one message each: they are there for the list. */
const THREAD = "all of them";
const OTHERS = 8;
/** How many of its messages are HTML. */
export const MAILS = Math.floor(PAYLOADS.length / 2);
const UNDO_MS = 11_000;

/** Writes the payloads wherever somebody outside, or a member, can write in the inbox. A contact becomes the one it is with. */
export async function storeInbox(page: Page, contact: string, passTime: (ms: number) => Promise<void>): Promise<StoredInbox> {
  const { id: channel } = await ask<{ id: string }>(page, "channels.create", { kind: "api", name: at(PAYLOADS, 1), access: "everyone" });
  for (const name of within(80).slice(0, 3)) await ask(page, "channels.create", { kind: "api", name, access: "everyone" });
  for (const place of PAYLOADS.keys()) await ask(page, "channels.putInbound", { id: channel, thread: THREAD, ...messageOf(place) });
  for (let place = 0; place < OTHERS; place++) {
    const message = messageOf(place + PAYLOADS.length);
    await ask(page, "channels.putInbound", { id: channel, thread: `thread ${place}`, ...message });
  }
  const conversation = await taken(page, channel);
  await ask(page, "inbox.setContact", { id: conversation, contact });
  await ask(page, "inbox.update", { id: conversation, tags: within(40).slice(0, 12) });
  await ask(page, "inbox.addNote", { id: conversation, text: PAYLOADS.join("\n") });
  await answer(page, conversation);
  await passTime(UNDO_MS);
  await fail(page, channel);
  for (const [place, name] of within(100).entries())
    await ask(page, "cannedReplies.create", { name, text: at(PAYLOADS, place + 1), is_shared: true });
  await ask(page, "inbox.saveSignature", { channel, text: at(PAYLOADS, 5) });
  await ask(page, "inbox.saveDraft", { id: conversation, text: PAYLOADS.join("\n"), to: at(PAYLOADS, 2), subject: at(PAYLOADS, 3) });
  return { ids: { channel, conversation }, values: (PAYLOADS.length + OTHERS) * 6 + within(100).length * 2 + PAYLOADS.length * 2 + 20 };
}

/** One message from outside. Every second one has a text of its own as HTML: a page shows that in a frame. */
const messageOf = (place: number) => ({
  external_id: `hostile-${place}`,
  from: { name: at(PAYLOADS, place), address: at(PAYLOADS, place + 1) },
  subject: at(PAYLOADS, place + 2),
  text: at(PAYLOADS, place + 3),
  ...(place % 2 ? { html: `<p>pwned</p>${at(PAYLOADS, place + 4)}<img src="https://pwned.example/${place}.png">` } : {}),
  files: [{ name: at(PAYLOADS, place + 5), type: "text/html", base64: Buffer.from(at(PAYLOADS, place)).toString("base64") }],
});

/** The conversation with all of them, once a worker has taken everything. */
async function taken(page: Page, channel: string): Promise<string> {
  let found: { id: string; message_count: number }[] = [];
  const filter = `channel:"${channel}" state:open,closed,spam`;
  const whole = await until(
    async () => {
      found = (await ask<{ items: typeof found }>(page, "inbox.list", { filter, limit: 50 })).items;
      return found.length === OTHERS + 1 && found.find((one) => one.message_count === PAYLOADS.length);
    },
    () => `there are ${found.length} conversations with ${found.map((one) => one.message_count).join(", ")} messages`,
    { everyMs: 200 },
  );
  return whole.id;
}

/** A draft, and an answer that leaves. */
async function answer(page: Page, conversation: string): Promise<void> {
  const { last_message: seen } = await ask<{ last_message: string }>(page, "inbox.get", { id: conversation });
  const written = { conversation, text: at(PAYLOADS, 1), subject: at(PAYLOADS, 3), seen };
  await ask(page, "inbox.writeMessage", written);
  await ask(page, "inbox.writeMessage", { ...written, is_draft: true });
}

/** The program of the channel could not deliver it, and gives its own reason. */
async function fail(page: Page, channel: string): Promise<void> {
  const { items } = await ask<{ items: { id: string }[] }>(page, "inbox.takeOutbound", { id: channel });
  const statuses = items.map(({ id: message }) => ({ message, state: "failed", error: at(PAYLOADS, 1) }));
  await ask(page, "channels.putStatuses", { id: channel, statuses });
}
