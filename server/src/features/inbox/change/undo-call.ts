import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { eventsOfOperation, type ListedEvent } from "../../events/index.ts";
import { messageDrafted, messageQueued } from "../events.ts";
import { conversationId } from "../ids.ts";
import { cancelMessage } from "../send/cancel.ts";
import { sightOf } from "../sight.ts";
import { undoOperation } from "./undo.ts";

const MOST = 500;
const WRITTEN = new Set<string>([messageQueued.type, messageDrafted.type]);

/** Takes back what a call did in the inbox: changes of conversations, a message that has not left, a draft. */
export async function undoInInbox(call: Call<Member>, operationId: string): Promise<number> {
  const events = await eventsOfOperation(call.tx, call.actor.companyId, operationId, undefined, MOST);
  const messages = events.filter(({ subject_type }) => subject_type === "msg");
  if (messages.some(({ type }) => !WRITTEN.has(type)))
    throw conflict("cannot_undo", "A note in a conversation, or a message that was cancelled, cannot be undone.");
  for (const { subject_id } of messages) await cancelMessage(call, subject_id);
  const isChange = events.some(({ subject_type }) => subject_type === "cnv");
  const changed = isChange ? await undoOperation(call, await sightOf(call), operationId) : 0;
  return Math.max(changed, new Set(messages.map(conversationOf)).size);
}

const conversationOf = ({ data }: ListedEvent) => conversationId.decode((data as { conversation: string }).conversation);
