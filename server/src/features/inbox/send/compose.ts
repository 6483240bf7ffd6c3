import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import { hasMark } from "../../../platform/mime/base-subject.ts";
import { eachOnce, sameAddress, type ChannelKind, type Mailbox } from "./addresses.ts";
import type { Place } from "./place.ts";
import type { Tx } from "../../../kernel/database.ts";
import { lastLetter, type LastLetter } from "./thread-store.ts";

const MAX_SUBJECT = 1_000;
const MAX_RECIPIENTS = 100;

export interface Content {
  to?: string[] | undefined;
  cc?: string[] | undefined;
  subject?: string | undefined;
}

export interface Composed {
  sender: Mailbox;
  recipients: { to: Mailbox[]; cc: Mailbox[] };
  subject: string;
}

/** Who it is from and for, and its subject: fixed now, whatever comes in later. */
export async function compose(call: Call<Member>, place: Place, content: Content): Promise<Composed> {
  const { channel, conversation } = place;
  const last = conversation && (await lastLetter(call.tx, call.actor.companyId, conversation.id));
  const known = last ? answered(last) : [];
  const to = content.to === undefined ? known : read(channel.kind, content.to, "/to", known);
  const cc = read(channel.kind, content.cc ?? [], "/cc", known);
  const recipients = { to: eachOnce(channel.kind, to), cc: eachOnce(channel.kind, cc, to) };
  if (recipients.to.length + recipients.cc.length > MAX_RECIPIENTS)
    throw invalid([{ pointer: "/to", message: `A message goes to at most ${MAX_RECIPIENTS} addresses.` }]);
  return {
    sender: { name: channel.sender_name || call.actor.name, address: channel.address ?? "" },
    recipients,
    subject: content.subject ?? (last ? answerTo(conversation?.subject ?? "", channel.kind) : (conversation?.subject ?? "")),
  };
}

/** Whom an answer goes to, unless its writer names somebody else. */
export async function whomToAnswer(tx: Tx, companyId: string, conversationId: string): Promise<Mailbox[]> {
  const last = await lastLetter(tx, companyId, conversationId);
  return last ? answered(last) : [];
}

/** Whoever wrote last; in a conversation that we began, whoever we wrote to. Nobody else is added by itself. */
function answered({ direction, sender, recipients }: LastLetter): Mailbox[] {
  if (direction === "out") return recipients.to ?? [];
  const replyTo = recipients.reply_to ?? [];
  return replyTo.length > 0 ? replyTo : sender ? [sender] : [];
}

function read(kind: ChannelKind, addresses: string[], pointer: string, known: Mailbox[]): Mailbox[] {
  const names = new Map(known.map(({ name, address }) => [sameAddress(kind, address), name]));
  const message = kind === "whatsapp" ? "Not a phone number. Try +31612345678." : "Not an address. Try anneke@example.org.";
  return addresses.map((address, at) => {
    const same = sameAddress(kind, address);
    if (same === undefined) throw invalid([{ pointer: `${pointer}/${at}`, message }]);
    return { name: names.get(same) ?? "", address: address.trim() };
  });
}

const answerTo = (subject: string, channelKind: ChannelKind) =>
  (channelKind !== "email" || subject === "" || hasMark(subject) ? subject : `Re: ${subject}`).slice(0, MAX_SUBJECT);
