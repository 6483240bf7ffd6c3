import { chooseConversation, comparable, idsNamedBy, type KnownId } from "../../../platform/mime/thread.ts";
import type { Tx } from "../../../kernel/database.ts";
import { newId } from "../../../platform/random.ts";
import type { Incoming } from "./arrival.ts";
import { addMessage, newConversation, type Placed, timeIn } from "./conversation.ts";
import { knownIds, lockConversations, peopleIn, type ConversationRow } from "./known-store.ts";

export interface ThreadPlace {
  companyId: string;
  channelId: string;
  /** The address of the mailbox itself. Anybody can write it as a sender, so that it takes part says nothing. */
  ownAddress: string | null;
  /** Ids of other kinds of channels are the other system's own names of conversations: they always join. */
  hasOwnNames: boolean;
}

const named = ({ rfcId, inReplyTo, references }: Incoming) => idsNamedBy({ messageId: rfcId, inReplyTo, references });

export interface Chosen {
  conversation: ConversationRow;
  isNew: boolean;
  /** The message that began it, where it is new. */
  firstId: string;
  isOpenedAgain: boolean;
}

/**
 * The conversations of one batch: those that its messages name, locked and read once, and the new ones. A message is joined by ids within
 * its own channel only, and what earlier messages of the batch added counts for the later ones.
 */
export async function openThreads(tx: Tx, place: ThreadPlace, messages: Incoming[]) {
  const { companyId, channelId, hasOwnNames } = place;
  const ownAddress = place.ownAddress === null ? null : comparable(place.ownAddress);
  const found = await knownIds(tx, companyId, channelId, [...new Set(messages.flatMap(named))]);
  const ids = [...new Set(found.map((row) => row.conversation_id))].sort();
  const rows = ids.length > 0 ? await lockConversations(tx, companyId, ids) : [];
  const people = ids.length > 0 ? await peopleIn(tx, companyId, ids) : new Map<string, Set<string>>();
  const conversations = new Map(rows.map((row) => [row.id, row]));
  const byId = new Map<string, { conversationId: string; isOurs: boolean }>();
  for (const row of found)
    if (conversations.has(row.conversation_id))
      byId.set(row.rfc_id, { conversationId: row.conversation_id, isOurs: row.is_ours || hasOwnNames });
  const touched = new Map<string, Chosen>();

  function knownOf(message: Incoming, isSent: boolean): KnownId[] {
    return named(message).flatMap((rfcId) => {
      const known = byId.get(rfcId);
      const conversation = known && conversations.get(known.conversationId);
      if (!conversation) return [];
      const taking = [...(people.get(conversation.id) ?? [])].filter((address) => isSent || address !== ownAddress);
      return { companyId, channelId, rfcId, ...known, subject: conversation.subject, people: taking };
    });
  }

  function remember({ incoming }: Placed, conversationId: string): void {
    for (const id of named(incoming)) if (!byId.has(id)) byId.set(id, { conversationId, isOurs: hasOwnNames });
    const taking = people.get(conversationId) ?? new Set<string>();
    for (const one of [incoming.from, ...incoming.to, ...incoming.cc]) if (one) taking.add(comparable(one.address));
    people.set(conversationId, taking);
  }

  return {
    touched,
    /** Puts a message into its conversation. A newcomer had not taken part in it before. */
    place(given: Placed): Pick<Placed, "incoming"> & { chosen: Chosen; isNewcomer: boolean } {
      const { isOut } = given;
      const { from, subject, rfcId, inReplyTo, references } = given.incoming;
      const mail = { messageId: rfcId, inReplyTo, references, from, subject };
      const choice = chooseConversation(mail, { companyId, channelId, ids: knownOf(given.incoming, isOut) });
      const known = choice.conversationId === null ? undefined : conversations.get(choice.conversationId);
      const conversation = known ?? newConversation(newId(), given);
      const incoming = { ...given.incoming, at: timeIn(conversation, given) };
      const placed = { ...given, incoming };
      conversations.set(conversation.id, conversation);
      const chosen = touched.get(conversation.id) ?? {
        conversation,
        isNew: known === undefined,
        firstId: placed.messageId,
        isOpenedAgain: false,
      };
      const isNewcomer = known !== undefined && !isOut && !hasOwnNames && choice.conversationId !== null && choice.isNewcomer;
      // It stays the conversation of whoever began it: with its contact it would go for good.
      if (addMessage(conversation, isNewcomer ? { ...placed, contactId: null } : placed)) chosen.isOpenedAgain = true;
      touched.set(conversation.id, chosen);
      remember(placed, conversation.id);
      return { incoming, chosen, isNewcomer };
    },
  };
}
