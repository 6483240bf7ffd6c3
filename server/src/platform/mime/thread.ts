import { domainToASCII } from "node:url";
import { baseSubject } from "./base-subject.ts";
import type { ReadMail } from "./read-mail-types.ts";

/** An id that a message of ours or a reference in one has, and the conversation it belongs to. */
export interface KnownId {
  companyId: string;
  channelId: string;
  rfcId: string;
  /** True if we made the id: it has 128 random bits, so whoever names it has received that message. */
  isOurs: boolean;
  conversationId: string;
  /** The conversation's subject, and the addresses that wrote or were written to in it, as `comparable` spells them. */
  subject: string;
  people: readonly string[];
}

/** Where a mail arrived, and what is known there of the ids that it names. */
export interface Known {
  companyId: string;
  channelId: string;
  ids: readonly KnownId[];
}

export type Choice =
  /** Part of that conversation. A newcomer has not taken part before: the page shows it, and answers do not go there by themselves. */
  | { conversationId: string; because: "our_id" | "takes_part" | "same_subject"; isNewcomer: boolean }
  /** A conversation of its own. */
  | { conversationId: null };

/** One spelling of an address: jörg@müller.example and jörg@xn--mller-kva.example are one person. */
export function comparable(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  return (address.slice(0, at) + (domainToASCII(domain) || domain)).toLowerCase();
}

type Named = Pick<ReadMail, "messageId" | "inReplyTo" | "references" | "from" | "subject">;

/**
 * The ids that a mail names, nearest first: what it answers, then its ancestors from the newest to the oldest, and at last its own, because
 * an answer to it may have arrived before it did.
 */
export const idsNamedBy = (mail: Omit<Named, "from" | "subject">): string[] => [
  ...new Set([...mail.inReplyTo, ...mail.references.toReversed(), ...(mail.messageId === null ? [] : [mail.messageId])]),
];

/**
 * Which conversation a mail belongs to. Anybody can write any id into a mail, so a name alone proves nothing: an id that we made joins,
 * because only those who received it know it; an id of someone else joins if the sender takes part there or the subject is the same. A
 * subject without an id never joins. Ids of other companies and channels do not exist here, even if they are handed over.
 */
export function chooseConversation(mail: Named, known: Known): Choice {
  const here = known.ids.filter(({ companyId, channelId }) => companyId === known.companyId && channelId === known.channelId);
  const sender = mail.from ? comparable(mail.from.address) : null;
  const subject = baseSubject(mail.subject);
  for (const id of idsNamedBy(mail))
    for (const one of here.filter(({ rfcId }) => rfcId === id)) {
      const takesPart = sender !== null && one.people.includes(sender);
      const conversationId = one.conversationId;
      if (one.isOurs && id !== mail.messageId) return { conversationId, because: "our_id", isNewcomer: !takesPart };
      if (takesPart) return { conversationId, because: "takes_part", isNewcomer: false };
      if (subject !== "" && subject === baseSubject(one.subject)) return { conversationId, because: "same_subject", isNewcomer: true };
    }
  return { conversationId: null };
}
