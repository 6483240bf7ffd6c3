import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, DAY_MS } from "../../../kernel/clock.ts";
import type { TakenItem } from "../../channels/index.ts";
import { eventsOf } from "../../events/index.ts";
import { changeConversations } from "../change/update.ts";
import { lock } from "../conversation-store.ts";
import { conversationClosed, messageReceived } from "../events.ts";
import { noteContact } from "../note-contact.ts";
import { spamAmong } from "./known-store.ts";
import type { TakenMessage } from "./taken.ts";

// Mail servers empty Junk after about this time. Later, the log may no longer know who called a conversation spam.
const MOST_DAYS = 30;
const MOST_EVENTS = 500;

/**
 * A mail that is here already lies in the inbox now: somebody took it out of Junk in a mail program. Its conversation opens, if it is spam
 * only because the mail lay in Junk. What a person called spam here stays so.
 */
export async function openOutOfJunk(call: Call<System>, arrivals: TakenMessage[], taken: TakenItem[]): Promise<void> {
  const { tx, actor, clock } = call;
  const inInbox = new Set(arrivals.flatMap(({ itemId, role }) => (role === "inbox" ? itemId : [])));
  const known = taken.flatMap(({ id, state, messageId }) => (state === "duplicate" && messageId && inInbox.has(id) ? messageId : []));
  const found = known.length > 0 ? await spamAmong(tx, actor.companyId, known, before(clock, MOST_DAYS * DAY_MS)) : [];
  const ids = [...new Set(found.map((one) => one.conversation_id))];
  if (ids.length === 0) return;
  const events = await eventsOf(tx, actor.companyId, "cnv", ids, undefined, MOST_EVENTS);
  const marked = new Set(events.flatMap(({ type, subject_id: id }) => (type === conversationClosed.type ? id : [])));
  const rows = (await lock(tx, actor.companyId, ids)).filter(({ id, state }) => state === "spam" && !marked.has(id));
  const opened = new Map(rows.map((row) => [row.id, row]));
  await changeConversations(call, rows, { state: "open" });
  // Nobody was told when they came in.
  const received = found.flatMap(({ id, conversation_id: conversation }) => {
    const row = opened.get(conversation);
    return row ? { subjectId: id, data: { channel: row.channel_id, is_shared: row.is_shared, conversation } } : [];
  });
  await call.emitAll(messageReceived, received);
  await noteContact(call, { messages: received.map(({ subjectId }) => subjectId) });
}
