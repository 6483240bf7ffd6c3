import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { newId } from "../../../platform/random.ts";
import { hasMark } from "../../../platform/mime/base-subject.ts";
import { sameAddress, type ChannelKind, type Mailbox } from "./addresses.ts";
import * as replies from "./auto-reply-store.ts";
import { standingOf } from "./consent-store.ts";
import { newEnvelopeId, newRfcId } from "./ids.ts";
import * as queue from "./queue-store.ts";
import * as store from "./store.ts";
import { addRfcId } from "./thread-store.ts";

const MAX_SUBJECT = 900;
/** Addresses behind which nobody reads. */
const NOBODY =
  /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|listserv|majordomo|owner-.*|.*-(?:request|bounces?|owner))(?:\+.*)?@/i;

export interface FirstMessage {
  channel: { id: string; kind: ChannelKind; address: string | null; name: string };
  conversationId: string;
  rfcId: string | null;
  from: Mailbox | null;
  subject: string;
  kind: "mail" | "automatic" | "bounce";
  isList: boolean;
}

/** Machines never answer each other: not lists, not automatic mail, not ourselves, and nobody more than five times a day. */
export function mayBeAnswered({ channel, from, kind, isList }: FirstMessage): string | undefined {
  if (channel.kind !== "email" || kind !== "mail" || isList || !from || !channel.address || NOBODY.test(from.address)) return undefined;
  const [to, own] = [sameAddress("email", from.address), sameAddress("email", channel.address)];
  return to === own ? undefined : to;
}

/** Answers the first messages of conversations, where their channel has such an answer. Runs in the transaction that takes the messages. */
export async function answerAutomatically(call: Call<System>, channelId: string, firsts: FirstMessage[]): Promise<void> {
  const answered = firsts.filter((first) => mayBeAnswered(first) !== undefined);
  // Asked once for all of them: few channels have one.
  const reply = answered.length === 0 ? undefined : await replies.find(call.tx, call.actor.companyId, channelId);
  if (reply) for (const first of answered) await answerOne(call, first, reply.text);
}

async function answerOne({ tx, actor, clock }: Call<System>, first: FirstMessage, text: string): Promise<void> {
  const { companyId } = actor;
  const { channel, conversationId, from, rfcId } = first;
  const address = mayBeAnswered(first);
  if (!from || address === undefined) return;
  const [standing] = await standingOf(tx, companyId, "email", [address]);
  if (standing?.refused_state === "bounced" || !(await replies.takeTurn(tx, companyId, address, clock.now()))) return;
  const [id, now] = [newId(), clock.now()];
  const subject = first.subject.slice(0, MAX_SUBJECT);
  await store.insertDraft(tx, companyId, {
    id,
    conversationId,
    channelId: channel.id,
    userId: null,
    keyId: null,
    kind: "automatic",
    sender: { name: channel.name, address: channel.address ?? "" },
    recipients: { to: [from], cc: [] },
    subject: hasMark(subject) ? subject : `Re: ${subject}`,
    text,
    html: null,
    at: now,
  });
  const ownId = newRfcId(channel.address ?? "");
  await queue.queueMessage(tx, companyId, {
    messageId: id,
    channelId: channel.id,
    purpose: "automatic",
    isPolled: false,
    nextAt: now,
    headers: rfcId === null ? {} : { inReplyTo: rfcId, references: [rfcId] },
    before: null,
    rfcId: ownId,
    envelopeId: newEnvelopeId(),
    now,
  });
  await addRfcId(tx, companyId, channel.id, ownId, id, conversationId);
  await queue.noteAutomatic(tx, companyId, conversationId);
}
