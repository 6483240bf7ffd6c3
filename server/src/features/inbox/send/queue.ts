import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { DAY_MS, SECOND_MS } from "../../../kernel/clock.ts";
import { conflict, invalid, notFound, tooMany } from "../../../kernel/errors.ts";
import { digest, newToken } from "../../../platform/random.ts";
import { unsubscribeUrl } from "../../../platform/unsubscribing.ts";
import { variablesIn } from "../../canned-replies/operations.ts";
import { messageId } from "../ids.ts";
import { sameAddress, type Mailbox } from "./addresses.ts";
import { checkConsents } from "./consents.ts";
import { messageQueued } from "../events.ts";
import { newEnvelopeId, newRfcId } from "./ids.ts";
import { insertLink } from "./link-store.ts";
import { checkChannel, type Place } from "./place.ts";
import { checkWhatsApp, nameOfThread } from "./whatsapp-rules.ts";
import * as queue from "./queue-store.ts";
import type { ConversationRow, OutRow } from "./store.ts";
import * as threads from "./thread-store.ts";

/** How long a message can be taken back. */
const UNDO_MS = 10 * SECOND_MS;
const MAX_AHEAD_MS = 366 * DAY_MS;
const MAX_WAITING = 10_000;
const PREVIEW = 200;

export interface Ask {
  purpose: queue.Purpose;
  seen?: string | undefined;
  sendAt?: Date | undefined;
  template?: queue.OutHeaders["template"] | undefined;
  baseUrl: string;
}

/**
 * Puts a message that is written into the queue, or back into it. Everything that can stand against it is looked at in this transaction,
 * while the conversation is locked: nobody else can write in it meanwhile.
 */
export async function queueOut(
  call: Call<Member>,
  place: Place & { conversation: ConversationRow },
  message: OutRow,
  ask: Ask,
): Promise<Date> {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  const { channel, conversation } = place;
  const now = clock.now();
  checkChannel(place);
  await checkSeen(call, conversation, message.id, ask.seen);
  const recipients = checkContent(place, message, ask);
  checkFilled(message);
  await checkConsents(call, channel.kind, recipients, ask.purpose);
  const nextAt = sendTime(ask.sendAt, now);
  if (channel.kind === "whatsapp") await checkWhatsApp(call, place, message, { template: ask.template, sendAt: nextAt });
  if ((await queue.countWaiting(tx, companyId, channel.id, MAX_WAITING)) >= MAX_WAITING)
    throw tooMany("Too many messages of this channel wait to be sent. Wait until they have left.", 60);
  const isEmail = channel.kind === "email";
  const rfcId = isEmail ? (message.rfc_id ?? newRfcId(channel.address ?? "")) : null;
  const isNew = message.state === "draft";
  await queue.queueMessage(tx, companyId, {
    messageId: message.id,
    channelId: channel.id,
    purpose: ask.purpose,
    isPolled: channel.kind === "api",
    nextAt,
    headers: { ...(await headersOf(call, place, message, ask, recipients)), ...(ask.template ? { template: ask.template } : {}) },
    before: { conversation, ...(isNew ? {} : { message: { state: message.state, error: message.error } }) },
    rfcId,
    envelopeId: isEmail ? (message.envelope_id ?? newEnvelopeId()) : null,
    now,
  });
  const name = rfcId ?? (channel.kind === "whatsapp" ? nameOfThread(recipients) : null);
  if (name) await threads.addRfcId(tx, companyId, channel.id, name, message.id, conversation.id);
  const written = { conversationId: conversation.id, messageId: message.id, preview: previewOf(message.text), isNew, now };
  await queue.noteWritten(tx, companyId, written);
  const about = { channel: channel.id, conversation: conversation.id, is_shared: conversation.is_shared };
  await call.emit(messageQueued, { subjectId: message.id, data: { ...about, send_at: nextAt.toISOString() } });
  return nextAt;
}

/** Two people answer at once: the second is told who was first. Names are data, beside the sentence. */
async function checkSeen({ tx, actor }: Call<Member>, conversation: ConversationRow, own: string, seen: string | undefined): Promise<void> {
  const newestId = conversation.last_message_id;
  if (seen !== undefined && seen !== newestId && !(await threads.isIn(tx, actor.companyId, conversation.id, seen)))
    throw notFound("Message");
  if (newestId === null || newestId === own || newestId === seen) return;
  if (seen === undefined)
    throw invalid([{ pointer: "/seen", message: "Say which message of the conversation is the newest that you have read, as seen." }]);
  const newest = await threads.findNewest(tx, actor.companyId, newestId);
  const what = newest?.direction === "in" ? "A message came in" : "Somebody answered";
  const message = `${what} meanwhile. Nothing was sent. Read it, then send again with it as seen.`;
  const candidates = newest ? [{ id: messageId.encode(newest.id), detail: newest.name ?? "" }] : [];
  throw conflict("newer_message", message, [{ pointer: "/seen", message, candidates }]);
}

function checkContent({ channel }: Place, { recipients, text, subject, file_count: files }: OutRow, { purpose, template }: Ask): Mailbox[] {
  const all = [...(recipients.to ?? []), ...(recipients.cc ?? [])];
  if (!recipients.to?.length) throw invalid([{ pointer: "/to", message: "Say who gets it: at least one address." }]);
  if (text.trim() === "" && files === 0 && !template) throw invalid([{ pointer: "/text", message: "Write a text, or add a file." }]);
  if (channel.kind === "email" && subject.trim() === "") throw invalid([{ pointer: "/subject", message: "Add a subject." }]);
  if (template && channel.kind !== "whatsapp") throw invalid([{ pointer: "/template", message: "Only WhatsApp has templates." }]);
  if (purpose === "outreach" && all.length > 1)
    throw invalid([
      { pointer: "/to", message: "Outreach goes to one address per message, because each has a link of its own to unsubscribe." },
    ]);
  return all;
}

/** A canned reply whose variable has no value: somebody would read the variable. */
function checkFilled({ subject, text }: OutRow): void {
  for (const [pointer, written] of [
    ["/subject", subject],
    ["/text", text],
  ] as const) {
    const [unfilled] = variablesIn(written);
    if (!unfilled) continue;
    const name = `${unfilled.of}.${unfilled.name}`;
    throw invalid([{ pointer, message: `Write something in place of {{${name}}}: it has no value here.` }]);
  }
}

function sendTime(asked: Date | undefined, now: Date): Date {
  if (asked && asked.getTime() - now.getTime() > MAX_AHEAD_MS) throw invalid([{ pointer: "/send_at", message: "At most a year ahead." }]);
  return new Date(Math.max(now.getTime() + UNDO_MS, asked?.getTime() ?? 0));
}

async function headersOf(
  { tx, actor, clock }: Call<Member>,
  { channel, conversation }: Place,
  message: OutRow,
  ask: Ask,
  recipients: Mailbox[],
) {
  if (channel.kind !== "email") return {};
  const references = conversation ? await threads.referencesOf(tx, actor.companyId, conversation.id, message.id) : [];
  const inReplyTo = references.at(-1);
  const headers: queue.OutHeaders = inReplyTo === undefined ? {} : { inReplyTo, references };
  const [recipient] = recipients;
  if (ask.purpose !== "outreach" || !recipient) return headers;
  const token = newToken();
  const address = sameAddress(channel.kind, recipient.address) ?? recipient.address;
  await insertLink(tx, actor.companyId, { tokenHash: digest(token), kind: channel.kind, address, messageId: message.id, now: clock.now() });
  return { ...headers, unsubscribe: unsubscribeUrl(ask.baseUrl, token) };
}

const previewOf = (text: string) => text.slice(0, 2_000).replaceAll(/\s+/g, " ").trim().slice(0, PREVIEW).toWellFormed();
