import assert from "node:assert/strict";
import { test } from "node:test";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { channelId } from "../../channels/shapes.ts";
import { conversationId, messageId } from "../ids.ts";
import { giveChannel, messagesOf, putMails, untilTaken } from "../../../../test/inbox-items.ts";
import { smallMail, type ConnectedMailbox } from "../../../../test/mail/connected-mailbox.ts";
import { ago } from "../../../../test/moments.ts";
import { sharedService, type Person } from "../../../../test/service.ts";

// A sender's clock is slow, or a server kept a mail back: its date is earlier than what happened here before it arrived.

const service = sharedService();
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  ada = await service().given.admin();
  worker = await service().app.startWorker();
});
test.after(() => worker?.stop());

interface More {
  folder?: "INBOX" | "Sent";
  isHistory?: boolean;
  /** It answers nothing. */
  isFirst?: boolean;
}

let channels = 0;

/** A question, and the conversation that it began. */
async function asked() {
  const channel = await giveChannel(service(), ada, { address: `late-${++channels}@ours.example` });
  const arrive = async (id: string, hoursAgo: number, { folder = "INBOX", isHistory = false, isFirst = false }: More = {}) => {
    const own: Record<string, string> = folder === "Sent" ? { From: channel.address, To: "ines@elsewhere.example" } : {};
    const answers: Record<string, string> =
      id === "asked" || isFirst ? {} : { "In-Reply-To": "<asked@elsewhere.example>", Subject: "Re: Mail asked" };
    const mail = smallMail(id, { Date: ago(hoursAgo * HOUR_MS).toUTCString(), ...answers, ...own });
    await putMails(service(), channel, [mail], folder, isHistory);
    await untilTaken(service(), channel);
  };
  await arrive("asked", 10);
  const [first] = await messagesOf(service(), channel);
  const id = conversationId.encode(String(first?.["conversation_id"]));
  return { channel, id, seen: messageId.encode(String(first?.["id"])), arrive };
}

const look = (id: string) => ada.call("inbox.get", { id });
const orderOf = async (channel: ConnectedMailbox) => (await messagesOf(service(), channel)).map((one) => String(one["text"]).trim());

test("a mail that arrives after our answer is to be answered, whatever its date says, and stands below it", async () => {
  const { channel, id, seen, arrive } = await asked();
  const { id: answer } = await ada.call("inbox.writeMessage", { conversation: id, text: "Tomorrow.", seen });
  await ada.call("inbox.markRead", { id, message: answer });
  await arrive("late", 9);
  const { state, waits_for: waitsFor, is_unread: isUnread, last_message: newest } = await look(id);
  assert.deepEqual([state, waitsFor, isUnread], ["open", "us", true]);
  assert.deepEqual(await orderOf(channel), ["The text of mail asked.", "Tomorrow.", "The text of mail late."]);
  await assert.rejects(ada.call("inbox.writeMessage", { conversation: id, text: "And?", seen: answer }), { code: "newer_message" });
  assert.equal((await ada.call("inbox.writeMessage", { conversation: id, text: "Sorry!", seen: newest ?? "" })).state, "queued");
});

test("a mail that was kept back opens a conversation again that was closed or snoozed without it", async () => {
  const until = new Date(service().clock.now().getTime() + HOUR_MS).toISOString();
  for (const change of [{ state: "closed" as const }, { state: "snoozed" as const, snoozed_until: until }]) {
    const { id, arrive } = await asked();
    await ada.call("inbox.update", { id, ...change });
    await arrive("kept-back", 11);
    const { state, waits_for: waitsFor, preview } = await look(id);
    assert.deepEqual([state, waitsFor, preview], ["open", "us", "The text of mail kept-back."]);
  }
});

test("old mail that is read afterwards gets no automatic answer, and mail that arrives now does", async () => {
  const { channel, arrive } = await asked();
  await ada.call("inbox.setAutoReply", { id: channelId.encode(channel.id), text: "We got your email." });
  const automatic = async () => (await messagesOf(service(), channel)).filter((one) => one["kind"] === "automatic").length;
  await arrive("first-of-before", 9, { isFirst: true, isHistory: true });
  assert.equal(await automatic(), 0);
  await arrive("first-of-now", 9, { isFirst: true });
  assert.equal(await automatic(), 1);
});

test("old mail that is read afterwards, and what was answered in another mail program, opens nothing", async () => {
  const { channel, id, arrive } = await asked();
  await ada.call("inbox.update", { id, state: "closed" });
  await arrive("history", 11, { isHistory: true });
  assert.equal((await look(id)).state, "closed");
  await ada.call("inbox.update", { id, state: "open" });
  await arrive("by-phone", 5, { folder: "Sent" });
  await arrive("answered-by-phone", 6);
  assert.equal((await look(id)).waits_for, "them");
  assert.deepEqual((await orderOf(channel)).slice(-2), ["The text of mail answered-by-phone.", "The text of mail by-phone."]);
});
