import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { LoggedEvent } from "../../kernel/subscription.ts";
import { notificationAdded } from "./events.ts";
import { mailTime, sendLater } from "./mail/send-later.ts";
import { endedIn, givenIn, mentionsIn, talkIn, unusualKeysIn } from "./from-events.ts";
import * as store from "./store.ts";

/** What the same person gives within this time is one notification while it is unread: programs and pages change a thousand at a time. */
const TOGETHER_MS = 10 * MINUTE_MS;

/** Writes down what members are told, lets their pages know, and asks for their mails: all in this transaction. */
export async function tell(call: Call<System>, notifications: store.NewNotification[], sendsMail: boolean): Promise<void> {
  if (notifications.length === 0) return;
  const { companyId } = call.actor;
  const now = call.clock.now();
  const added = await store.add(call.tx, companyId, together(notifications), now, sendsMail ? mailTime(now) : null);
  if (sendsMail) await sendLater(call, added, now);
  for (const [userId, rows] of Map.groupBy(added, (row) => row.user_id)) {
    call.enter(companyId, userId);
    const kinds = [...new Set(rows.map(({ kind }) => kind))].toSorted();
    await call.emit(notificationAdded, { subjectId: userId, data: { kinds } });
  }
}

/** One row per person and group: a statement changes no row twice. */
function together(notifications: store.NewNotification[]): store.NewNotification[] {
  const groups = Map.groupBy(notifications, ({ user_id, kind, group_id }) => `${user_id} ${kind} ${group_id}`);
  return [...groups.values()].flatMap((same) => {
    const last = same.at(-1);
    return last ? [{ ...last, count: same.reduce((sum, one) => sum + one.count, 0) }] : [];
  });
}

/** What these events tell to whom. */
export async function notificationsFor(call: Call<System>, events: LoggedEvent[]): Promise<store.NewNotification[]> {
  const given = [...(await recordsGiven(call, events)), ...(await talkOf(call, events))];
  return [...(await joined(call, given)), ...(await mentioned(call, events)), ...ended(events), ...(await unusual(call, events))];
}

/** Records that were given to somebody who still has them. */
async function recordsGiven({ tx, actor }: Call<System>, events: LoggedEvent[]): Promise<store.NewNotification[]> {
  const given = givenIn(events);
  if (given.length === 0) return [];
  const ids = [...new Set(given.map(({ recordId }) => recordId))];
  const records = new Map((await store.ownedRecords(tx, actor.companyId, ids)).map((row) => [row.id, row]));
  return given.flatMap(({ userId, actorId, operationId, recordId }) => {
    const record = records.get(recordId);
    if (record?.owner_id !== userId) return [];
    const about = { subject_type: "rec", subject_id: recordId, type_id: record.type_id } as const;
    return { user_id: userId, kind: "assignment", group_id: operationId, count: 1, actor_id: actorId, ...about };
  });
}

/** Members whom a note on a record mentions, each once for each note, however often it is edited. */
async function mentioned({ tx, actor }: Call<System>, events: LoggedEvent[]): Promise<store.NewNotification[]> {
  const mentions = mentionsIn(events);
  if (mentions.length === 0) return [];
  const found = await store.newMentions(tx, actor.companyId, [...new Set(mentions.map(({ noteId }) => noteId))]);
  return found.flatMap((row) => {
    const mention = mentions.find(({ noteId, userId }) => noteId === row.note_id && userId === row.user_id);
    const about = { subject_type: "rec", subject_id: row.record_id, type_id: row.type_id } as const;
    return mention ? { user_id: row.user_id, kind: "mention", group_id: row.note_id, count: 1, actor_id: mention.actorId, ...about } : [];
  });
}

/** News of conversations, for those who see them. */
async function talkOf({ tx, actor }: Call<System>, events: LoggedEvent[]): Promise<store.NewNotification[]> {
  const talk = talkIn(events);
  if (talk.length === 0) return [];
  const named = [...new Set(talk.flatMap(({ userId }) => userId ?? []))];
  const seen = await store.seenConversations(tx, actor.companyId, [...new Set(talk.map((one) => one.conversationId))], named);
  return talk.flatMap(({ kind, conversationId, groupId, userId, actorId }) =>
    seen
      .filter((row) => row.id === conversationId && (kind === "mention" ? row.user_id === userId : row.is_assignee))
      .filter((row) => userId === undefined || row.user_id === userId)
      .map((row) => {
        const about = { subject_type: "cnv", subject_id: conversationId, type_id: null } as const;
        return { user_id: row.user_id, kind, group_id: groupId, count: 1, actor_id: actorId, ...about };
      }),
  );
}

/** Joins what the same person gave a moment ago and what is unread. */
async function joined({ tx, actor, clock }: Call<System>, notifications: store.NewNotification[]): Promise<store.NewNotification[]> {
  const users = [...new Set(notifications.filter(({ kind }) => kind === "assignment").map((one) => one.user_id))];
  if (users.length === 0) return notifications;
  type Key = Pick<store.NewNotification, "user_id" | "actor_id" | "subject_type" | "type_id">;
  const keyOf = (one: Key) => [one.user_id, one.actor_id, one.subject_type, one.type_id].join(" ");
  const since = new Date(clock.now().getTime() - TOGETHER_MS);
  const groups = new Map((await store.openGroups(tx, actor.companyId, users, since)).map((row) => [keyOf(row), row.group_id]));
  return notifications.map((one) => {
    if (one.kind !== "assignment") return one;
    const group = groups.get(keyOf(one)) ?? one.group_id;
    groups.set(keyOf(one), group);
    return { ...one, group_id: group };
  });
}

const ended = (events: LoggedEvent[]): store.NewNotification[] =>
  endedIn(events).map(({ userId, id, subject }) => {
    const about = { subject_type: subject, subject_id: id, type_id: null };
    return { user_id: userId, kind: "finished", group_id: id, count: 1, actor_id: null, ...about };
  });

/** Keys that read unusually much, for their owners. */
async function unusual({ tx, actor }: Call<System>, events: LoggedEvent[]): Promise<store.NewNotification[]> {
  const keys = unusualKeysIn(events);
  if (keys.length === 0) return [];
  const ids = keys.map(({ keyId }) => keyId);
  const owners = new Map((await store.ownersOfKeys(tx, actor.companyId, ids)).map((row) => [row.id, row.user_id]));
  return keys.flatMap(({ keyId, groupId }) => {
    const owner = owners.get(keyId);
    const about = { subject_type: "key", subject_id: keyId, type_id: null, actor_id: null } as const;
    return owner ? { user_id: owner, kind: "key", group_id: groupId, count: 1, ...about } : [];
  });
}
