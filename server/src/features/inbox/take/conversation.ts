import { DAY_MS } from "../../../kernel/clock.ts";
import type { Incoming } from "./arrival.ts";
import type { ConversationRow } from "./known-store.ts";

const MAX_PREVIEW = 200;
const MAX_SUBJECT = 1_000;
const RECENT_MS = 7 * DAY_MS;

/** A message to be, and the place it has. */
export interface Placed {
  incoming: Incoming;
  messageId: string;
  isOut: boolean;
  isJunk: boolean;
  /** It was there long before the channel was connected: history, and not work. */
  isOld: boolean;
  /** It is read afterwards: others of the conversation may have been read, and answered, before it. */
  isHistory: boolean;
  contactId: string | null;
}

export const isOld = ({ at }: Incoming, connectedAt: Date) => at.getTime() < connectedAt.getTime() - RECENT_MS;

/** The beginning of what a message says, in one line, without what it quotes. */
function previewOf({ text, quoteAt }: Pick<Incoming, "text" | "quoteAt">): string {
  const own = quoteAt === null ? text : text.slice(0, quoteAt);
  const shown = own.trim() === "" ? text : own;
  return shown
    .slice(0, 4 * MAX_PREVIEW)
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_PREVIEW)
    .toWellFormed();
}

/** A conversation that begins with this message. */
export function newConversation(id: string, { incoming, isOut, isJunk, isOld: isFromBefore }: Placed): ConversationRow {
  return {
    id,
    subject: incoming.subject.slice(0, MAX_SUBJECT).toWellFormed(),
    preview: "",
    state: isJunk ? "spam" : isFromBefore ? "closed" : "open",
    waits_for: isOut ? "them" : "us",
    due_at: null,
    snoozed_until: null,
    contact_id: null,
    is_shared: false,
    last_at: new Date(0),
    last_message_id: null,
    message_count: 0,
    is_last_ours: false,
  };
}

/**
 * When a message counts as written. A sender's clock may be slow, and a server may keep a mail back. Where somebody answered or closed the
 * conversation here before it arrived, they did so without it: it comes after that. With its own date nobody would see it.
 */
export function timeIn(conversation: ConversationRow, { incoming, isOut, isJunk, isOld: isFromBefore, isHistory }: Placed): Date {
  const { last_at: lastAt, state, is_last_ours: isLastOurs } = conversation;
  const isNews = incoming.kind === "mail" && !isOut && !isJunk && !isFromBefore && !isHistory;
  const wasDealtWith = isLastOurs || state === "closed" || state === "snoozed";
  return isNews && wasDealtWith && incoming.at < lastAt ? new Date(lastAt.getTime() + 1) : incoming.at;
}

/**
 * Adds a message. Mails do not come in the order in which they were written, so only the newest one decides what is to be done. True: the
 * conversation is open again.
 */
export function addMessage(conversation: ConversationRow, placed: Placed): boolean {
  const { incoming, messageId, isOut, contactId } = placed;
  const isFirst = conversation.message_count === 0;
  conversation.message_count++;
  conversation.contact_id ??= contactId;
  if (incoming.at < conversation.last_at) return false;
  conversation.last_at = incoming.at;
  conversation.last_message_id = messageId;
  conversation.is_last_ours = false;
  conversation.preview = previewOf(incoming);
  // An answering machine or a bounce is not an answer that somebody waits for.
  if (incoming.kind !== "mail") return false;
  conversation.waits_for = isOut ? "them" : "us";
  if (isOut) {
    conversation.due_at = null;
    return false;
  }
  if (isFirst || placed.isOld || placed.isJunk || (conversation.state !== "closed" && conversation.state !== "snoozed")) return false;
  conversation.state = "open";
  conversation.snoozed_until = null;
  return true;
}
