import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../platform/random.ts";
import type { Schemas } from "../../types/index.ts";
import { messageDrafted } from "../events.ts";
import { findContacts } from "../take/contacts.ts";
import * as drafts from "../work/draft-store.ts";
import { attachFiles, type FileNeeds } from "./attach.ts";
import { compose, type Composed, type Content } from "./compose.ts";
import { findPlace, type Place } from "./place.ts";
import { queueOut } from "./queue.ts";
import { lockSending, type OutHeaders, type Purpose } from "./queue-store.ts";
import { REACHED, type OutState } from "./states.ts";
import * as store from "./store.ts";

export interface WriteNeeds extends FileNeeds {
  baseUrl: string;
  schemas: Schemas;
}

export interface Asked extends Content {
  channel?: string | undefined;
  conversation?: string | undefined;
  text: string;
  html?: string | undefined;
  files?: string[] | undefined;
  template?: OutHeaders["template"] | undefined;
  purpose?: Exclude<Purpose, "automatic"> | undefined;
  sendAt?: Date | undefined;
  seen?: string | undefined;
  isDraft: boolean;
}

interface Written {
  id: string;
  conversation: string;
  state: OutState;
  send_at: Date | null;
  operation_id: string;
}

/** Writes a message and queues it, or keeps it as a draft: all of it or nothing. */
export async function writeMessage(needs: WriteNeeds, call: Call<Member>, asked: Asked): Promise<Written> {
  const place = await findPlace(call, asked);
  if (!asked.isDraft && !place.conversation && asked.purpose === undefined)
    throw invalid([{ pointer: "/purpose", message: "Say what it is for: personal, or outreach to people who agreed to it." }]);
  if (asked.isDraft && asked.template) throw invalid([{ pointer: "/template", message: "A template cannot be kept as a draft. Send it." }]);
  const composed = await compose(call, place, asked);
  const conversation = place.conversation ?? (await begin(needs, call, place, composed));
  const id = newId();
  await store.insertDraft(call.tx, call.actor.companyId, {
    id,
    conversationId: conversation.id,
    channelId: place.channel.id,
    ...authorOf(call.actor),
    kind: "mail",
    ...composed,
    text: asked.text,
    html: await safe(asked.html),
    at: call.clock.now(),
  });
  if (asked.files?.length) await attachFiles(needs, call, id, asked.files);
  const written = { id, conversation: conversation.id, operation_id: call.operationId };
  if (asked.isDraft) {
    const data = { channel: place.channel.id, conversation: conversation.id, is_shared: conversation.is_shared };
    await call.emit(messageDrafted, { subjectId: id, data });
    return { ...written, state: "draft", send_at: null };
  }
  const message = await store.findOut(call.tx, call.actor.companyId, id);
  if (!message) throw new Error("a message that was just written is there");
  const ask = { purpose: asked.purpose ?? "personal", seen: asked.seen, sendAt: asked.sendAt, template: asked.template };
  const sendAt = await queueOut(call, { ...place, conversation }, message, { ...ask, baseUrl: needs.baseUrl });
  // What a person began to write there is this answer. A program that answers for them leaves it alone.
  if (call.actor.proof.kind === "session") await drafts.remove(call.tx, call.actor.companyId, call.actor.userId, conversation.id);
  return { ...written, state: "queued", send_at: sendAt };
}

async function begin({ schemas }: WriteNeeds, call: Call<Member>, { channel }: Place, composed: Composed): Promise<store.ConversationRow> {
  const { tx, actor, clock } = call;
  const { subject, recipients } = composed;
  const id = newId();
  const addresses = recipients.to.map(({ address }) => address);
  const known = await findContacts(tx, actor.companyId, await schemas.of(call), addresses);
  // With whom it is: the first of them that is a contact.
  const contactId = addresses.flatMap((address) => known.get(address) ?? [])[0] ?? null;
  await store.beginConversation(tx, actor.companyId, { id, channelId: channel.id, subject, contactId, now: clock.now() });
  const row = await store.lockConversation(tx, actor.companyId, id);
  if (!row) throw new Error("a conversation that was just begun is there");
  return row;
}

const authorOf = ({ userId, proof }: Member) => ({ userId, keyId: proof.kind === "key" ? proof.keyId : null });

async function safe(html: string | undefined): Promise<string | null> {
  if (!html) return null;
  const { safeHtml } = await import("../../../platform/mime/safe-html.ts"); // few calls need it
  return safeHtml(html);
}

/** A message of ours that the caller may see, locked: its conversation first, so that nobody waits for us in a circle. */
export async function lockOwn(
  call: Call<Member>,
  id: string,
): Promise<{ place: Place & { conversation: store.ConversationRow }; message: store.OutRow }> {
  const { tx, actor } = call;
  const found = await store.findOut(tx, actor.companyId, id);
  if (!found) throw notFound("Message");
  const { channel, conversation } = await findPlace(call, { conversation: found.conversation_id }).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404) throw notFound("Message");
    throw error;
  });
  // The sending before the message, as workers take them.
  await lockSending(tx, actor.companyId, id);
  const message = await store.lockOut(tx, actor.companyId, id);
  if (!message || !conversation || message.conversation_id !== conversation.id) throw notFound("Message");
  return { place: { channel, conversation }, message };
}

export interface DraftChange extends Content {
  text?: string | undefined;
  html?: string | undefined;
  files?: string[] | undefined;
}

export async function changeDraft(needs: WriteNeeds, call: Call<Member>, id: string, change: DraftChange): Promise<Written> {
  const { place, message } = await lockOwn(call, id);
  if (message.state !== "draft") throw conflict("not_a_draft", "Only a draft can be changed. This message was sent or is about to be.");
  const composed = await compose(call, place, change);
  await store.updateDraft(call.tx, call.actor.companyId, id, {
    recipients: {
      to: change.to === undefined ? (message.recipients.to ?? []) : composed.recipients.to,
      cc: change.cc === undefined ? (message.recipients.cc ?? []) : composed.recipients.cc,
    },
    subject: change.subject ?? message.subject,
    text: change.text ?? message.text,
    // HTML belongs to its text: with another text and no HTML there is none.
    html:
      change.html === undefined && change.text !== undefined ? null : change.html === undefined ? message.html : await safe(change.html),
  });
  if (change.files) await attachFiles(needs, call, id, change.files);
  return { id, conversation: place.conversation.id, state: "draft", send_at: null, operation_id: call.operationId };
}

/** A draft leaves, or what failed or may not have left is sent once more: by a person, and with the same Message-ID. */
export async function sendAgain(
  { baseUrl }: WriteNeeds,
  call: Call<Member>,
  { id, seen, sendAt }: { id: string; seen?: string | undefined; sendAt?: Date | undefined },
): Promise<Written> {
  const { place, message } = await lockOwn(call, id);
  if (REACHED.has(message.state)) throw conflict("already_sent", "This message was sent. Write a new one.");
  if (message.state === "queued" || message.state === "sending") throw conflict("being_sent", "This message is about to be sent.");
  if (message.state === "cancelled") throw conflict("cancelled", "This message was cancelled. Write a new one.");
  const { purpose, headers } = await store.lastAsked(call.tx, call.actor.companyId, id);
  const nextAt = await queueOut(call, place, message, { purpose, seen, sendAt, template: headers.template, baseUrl });
  return { id, conversation: place.conversation.id, state: "queued", send_at: nextAt, operation_id: call.operationId };
}
