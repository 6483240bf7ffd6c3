import { dataOf, type LoggedEvent } from "../../kernel/subscription.ts";
import { exportFinished } from "../exports/events.ts";
import { importFinished } from "../imports/events.ts";
import { conversationAssigned, messageNoted, messageReceived } from "../inbox/events.ts";
import { keyRowsUnusual } from "../keys/events.ts";
import { memberId } from "../members/operations.ts";
import { noteAdded, noteUpdated, recordCreated, recordUpdated } from "../records/events.ts";

/** A record that was given to somebody. Of a thousand in one operation they are told once. */
export interface Given {
  userId: string;
  actorId: string | null;
  operationId: string;
  recordId: string;
}

/** News of a conversation. Without a user they are for whoever has it. */
export interface Talk {
  kind: "mention" | "assignment" | "reply";
  conversationId: string;
  groupId: string;
  userId?: string;
  actorId: string | null;
}

/** What events say about whom, before it is known what they may see. Nobody is told what they did themselves. */
export function givenIn(events: LoggedEvent[]): Given[] {
  return events.flatMap((event) => {
    if (event.type !== recordCreated.type && event.type !== recordUpdated.type) return [];
    const [from, to] = event.changes?.["owner"] ?? [];
    if (typeof to !== "string" || to === from || to === event.actor_user) return [];
    return { userId: to, actorId: event.actor_user, operationId: event.operation_id, recordId: event.subject_id };
  });
}

export function talkIn(events: LoggedEvent[]): Talk[] {
  return events.flatMap((event): Talk[] => {
    const { type, actor_user: actorId } = event;
    if (type === messageNoted.type) {
      const { conversation, mentions } = dataOf(messageNoted, event);
      return mentions
        .filter((userId) => userId !== actorId)
        .map((userId) => ({ kind: "mention", conversationId: conversation, groupId: event.subject_id, userId, actorId }));
    }
    if (type === messageReceived.type) {
      const { conversation } = dataOf(messageReceived, event);
      return [{ kind: "reply", conversationId: conversation, groupId: conversation, actorId: null }];
    }
    if (type !== conversationAssigned.type) return [];
    const to = event.changes?.["assignee"]?.[1];
    if (typeof to !== "string") return [];
    const userId = memberId.decode(to);
    const about = { conversationId: event.subject_id, groupId: event.operation_id, actorId };
    return userId === actorId ? [] : [{ kind: "assignment", ...about, userId }];
  });
}

/** Whom notes on records mention. */
export const mentionsIn = (events: LoggedEvent[]) =>
  events.flatMap((event) => {
    if (event.type !== noteAdded.type && event.type !== noteUpdated.type) return [];
    const { note: noteId, mentions = [] } = dataOf(noteAdded, event);
    const actorId = event.actor_user;
    return mentions.filter((userId) => userId !== actorId).map((userId) => ({ userId, noteId, actorId }));
  });

/** Keys that have read far more than usual, each time by itself. */
export const unusualKeysIn = (events: LoggedEvent[]) =>
  events.flatMap((event) => (event.type === keyRowsUnusual.type ? { keyId: event.subject_id, groupId: event.operation_id } : []));

/** Imports and exports that ended: whoever began them is told. */
export const endedIn = (events: LoggedEvent[]) =>
  events.flatMap((event) =>
    (event.type === importFinished.type || event.type === exportFinished.type) && event.actor_user
      ? {
          userId: event.actor_user,
          id: event.subject_id,
          subject: event.type === importFinished.type ? ("imp" as const) : ("exp" as const),
        }
      : [],
  );

/** Whether a due time may have been written: a look at the company's tasks finds out. */
export const hasDueTime = (events: LoggedEvent[], field: string, typeKey: string) =>
  events.some(({ changes, data }) => changes?.[field]?.[1] && (data as { type?: string } | null)?.type === typeKey);
