import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { storeFiles } from "../../../platform/files/store-file.ts";
import { useFiles } from "../../../platform/files/uses.ts";
import { newId } from "../../../platform/random.ts";
import type { TakenItem, TakingChannel } from "../../channels/index.ts";
import type { Schemas } from "../../types/index.ts";
import { messageId } from "../ids.ts";
import { noteContact } from "../note-contact.ts";
import { announce } from "./announce.ts";
import { applyConsequences } from "./consequences.ts";
import type { Incoming } from "./arrival.ts";
import { findContacts } from "./contacts.ts";
import { isOld } from "./conversation.ts";
import { findSame } from "./duplicates.ts";
import { openOutOfJunk } from "./out-of-junk.ts";
import type { Taken, TakenMessage } from "./taken.ts";
import { openThreads } from "./threads.ts";
import * as store from "./write-store.ts";

export async function takeMessages(
  { schemas }: { schemas: Schemas },
  call: Call<System>,
  channel: TakingChannel & { id: string },
  arrivals: TakenMessage[],
): Promise<TakenItem[]> {
  if (arrivals.length === 0) return [];
  const { tx, clock } = call;
  const { companyId } = call.actor;
  const { fresh, duplicates } = await findSame(call, channel.id, arrivals);
  const contacts = await findContacts(
    tx,
    companyId,
    await schemas.of(call),
    fresh.flatMap(({ content }) => outsiders(content)),
  );
  const place = { companyId, channelId: channel.id, ownAddress: channel.address, hasOwnNames: channel.kind !== "email" };
  const threads = await openThreads(
    tx,
    place,
    fresh.map(({ content }) => content),
  );
  const taken = fresh.map(({ itemId, isHistory, role, content }): Taken => {
    const isOut = role === "sent";
    const people = isOut ? [...content.to, ...content.cc] : content.from ? [content.from] : [];
    const contactId = people.map((one) => contacts.get(one.address)).find((id) => id !== undefined) ?? null;
    const placed = {
      incoming: content,
      messageId: newId(),
      isOut,
      isJunk: role === "junk",
      isOld: isOld(content, channel.created_at),
      isHistory,
      contactId,
    };
    return { ...placed, itemId, ...threads.place(placed) };
  });
  const touched = [...threads.touched.values()];
  const begun = touched.flatMap(({ isNew, conversation }) => (isNew ? [conversation] : []));
  const conversations = touched.map(({ conversation }) => conversation);
  // Sent together, and run in this order: none of them needs the answer of the one before.
  await Promise.all([
    store.insertConversations(tx, companyId, channel.id, begun, clock.now()),
    store.insertMessages(tx, companyId, channel.id, taken.map(rowOf)),
    store.updateConversations(tx, companyId, conversations),
    store.insertIds(tx, companyId, channel.id, taken.flatMap(idsOf)),
  ]);
  await keepFiles(call, taken);
  await announce(call, channel.id, taken, touched);
  await noteContact(call, { messages: taken.map(({ messageId: id }) => id) });
  await applyConsequences(call, channel, arrivals, duplicates, taken);
  const done = taken.map(({ itemId, messageId: id, incoming: { key } }): TakenItem => ({
    id: itemId,
    state: "done",
    reason: null,
    messageId: id,
    key,
  }));
  const all = [...withMessages(duplicates, done), ...done];
  await openOutOfJunk(call, arrivals, all);
  return all;
}

/** Copies of a mail that came with it are items of its message too: what is erased with it has to be found. */
function withMessages(duplicates: TakenItem[], done: TakenItem[]): TakenItem[] {
  const byKey = new Map(done.map(({ key, messageId: id }) => [key, id]));
  return duplicates.map((one) => (one.state === "duplicate" ? { ...one, messageId: one.messageId ?? byKey.get(one.key) ?? null } : one));
}

const outsiders = ({ from, to, cc }: Incoming) => [from, ...to, ...cc].flatMap((one) => (one ? [one.address] : []));

function rowOf({ incoming, messageId: id, isOut, contactId, itemId, chosen, isNewcomer }: Taken): store.NewMessage {
  const { from, to, cc, replyTo, subject, text, html, quoteAt, at, key, kind } = incoming;
  return {
    id,
    conversation_id: chosen.conversation.id,
    direction: isOut ? "out" : "in",
    state: isOut ? "sent" : "received",
    kind,
    contact_id: isOut ? null : contactId,
    sender: from,
    recipients: { to, cc, ...(replyTo.length > 0 ? { reply_to: replyTo } : {}) },
    subject,
    text,
    html,
    quote_at: quoteAt,
    at,
    key,
    rfc_id: incoming.rfcId,
    external_id: incoming.externalId,
    authentication: incoming.authentication,
    item_id: itemId,
    is_newcomer: isNewcomer,
    file_count: incoming.files.filter((file) => !file.isInline).length,
  };
}

function idsOf({ incoming: { rfcId, inReplyTo, references }, messageId: id, chosen }: Taken): store.NewId[] {
  const ids = new Set([...(rfcId === null ? [] : [rfcId]), ...inReplyTo, ...references]);
  return Array.from(ids, (one) => ({ rfc_id: one, message_id: id, conversation_id: chosen.conversation.id }));
}

async function keepFiles({ tx, actor }: Call<System>, taken: Taken[]): Promise<void> {
  const files = taken.flatMap(({ messageId: id, incoming }) => incoming.files.map((file, position) => ({ id, position, file })));
  if (files.length === 0) return;
  const stored = await storeFiles(
    tx,
    actor.companyId,
    files.map(({ file }) => file.bytes),
  );
  const uses = files.flatMap(({ id, position, file: { name, type, contentId } }, at) => {
    const fileId = stored[at]?.id;
    return fileId ? [{ fileId, usedBy: messageId.encode(id), position, name, type, contentId }] : [];
  });
  await useFiles(tx, actor.companyId, uses);
}
