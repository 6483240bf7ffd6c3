import type { Conversation, Message, WholeConversation } from "./read.ts";

/** Who it is with: the name of the contact, else what they call themselves, else their address. */
export const personOf = ({ contact, from }: Pick<Conversation, "contact" | "from">) =>
  contact?.title || from?.name || from?.address || "Somebody unknown";

/** Who wrote it: a colleague, or somebody outside as they call themselves. */
export const writerOf = ({ direction, author, from }: Message) =>
  (direction === "in" ? undefined : author?.name) ?? (from?.name || from?.address || "Kith");

/** "to sales@fernhill.example, cc legal@aldermoor.example" */
export function addressesText({ to, cc }: Pick<Message, "to" | "cc">): string {
  const list = (people: Message["to"]) => people.map(({ address }) => address).join(", ");
  return [to.length > 0 && `to ${list(to)}`, cc.length > 0 && `cc ${list(cc)}`].filter(Boolean).join(", ");
}

export const firstNameOf = (name: string) => name.trim().split(/\s+/, 1)[0] ?? name;

/**
 * "To Anneke Vos". An address that is not the correspondent's own is written out, because a Reply-To can lead elsewhere under the same
 * name.
 */
export function answerText({ answer_to: to, ...conversation }: Pick<WholeConversation, "answer_to" | "contact" | "from">): string {
  const own = conversation.from?.address.toLowerCase();
  const text = ({ name, address }: Message["to"][number]) =>
    address.toLowerCase() === own || name === "" ? name || address : `${name} <${address}>`;
  return to.length > 0 ? to.map(text).join(", ") : personOf(conversation);
}

/** Whether two subjects are about the same: "Re: Offer" and "Offer" are. */
export const isSameSubject = (one: string, other: string) => withoutMarks(one) === withoutMarks(other);

const withoutMarks = (subject: string) => subject.replace(/^(?:\p{L}{2,5}(?:\[\d{1,3}\])?:\s*)+/u, "").trim();
