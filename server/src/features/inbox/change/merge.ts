import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { newId } from "../../../platform/random.ts";
import type { ConversationRow } from "../conversation-store.ts";
import { conversationMerged, conversationSplit } from "../events.ts";
import * as messages from "../message-store.ts";
import { lockConversation, lockConversations, type Sight } from "../sight.ts";
import { clockOfBoth } from "./merge-clocks.ts";
import * as store from "./move-store.ts";
import { changeConversations } from "./update.ts";

const about = ({ channel_id, is_shared }: ConversationRow) => ({ channel: channel_id, is_shared });

/** The messages of one conversation go into another. Nobody may see more by it: both must be seen by the same people. */
export async function mergeInto(call: Call<Member>, sight: Sight, id: string, into: string): Promise<void> {
  const rows = await lockConversations(call, sight, [id, into]);
  if (id === into) throw invalid([{ pointer: "/into", message: "This is the same conversation. Choose another one." }]);
  const [from, target] = [rows.get(id), rows.get(into)];
  if (!from || !target) throw notFound("Conversation");
  if (!haveEqualAccess(sight, from, target))
    throw conflict("unequal_access", "These conversations are not seen by the same people, so they cannot become one.");
  const { companyId } = call.actor;
  // What waits for an answer must not go where nobody looks.
  if (target.state === "closed" && (from.state === "open" || from.state === "snoozed"))
    await changeConversations(call, [target], { state: "open" });
  await store.moveAll(call.tx, companyId, id, into);
  await store.setMergedInto(call.tx, companyId, id, into);
  await store.setClock(call.tx, companyId, into, clockOfBoth(from, target));
  const [merged] = await store.refresh(call.tx, companyId, [into]);
  await call.emit(conversationMerged, { subjectId: id, data: { ...about(from), into }, ...clockChanges(target, merged) });
}

/** Undoing the merge gives the conversation its own clock back. */
function clockChanges(target: store.ClockTimes, merged: store.ClockTimes | undefined): { changes?: Changes } {
  const [before, after] = [target, merged].map((clock) => [said(clock?.due_at), said(clock?.overdue_at)] as const);
  if (!before || !after || (before[0] === after[0] && before[1] === after[1])) return {};
  return { changes: { into_due_at: [before[0], after[0]], into_overdue_at: [before[1], after[1]] } };
}

const said = (time: Date | null | undefined) => time?.toISOString() ?? null;
const timeSaid = (text: unknown) => (typeof text === "string" ? new Date(text) : null);

function haveEqualAccess({ channels }: Sight, one: ConversationRow, other: ConversationRow): boolean {
  if (one.is_shared !== other.is_shared) return false;
  if (one.channel_id === other.channel_id) return true;
  const isOpen = ({ channel_id }: ConversationRow) => channels.some(({ id, access }) => id === channel_id && access === "everyone");
  return isOpen(one) && isOpen(other);
}

/** The opposite of a merge, with what that changed. What came since then stays where it came, and when it is due. */
export async function unmerge(call: Call<Member>, from: ConversationRow, into: ConversationRow, changes: Changes | null): Promise<void> {
  const { companyId } = call.actor;
  await store.moveBack(call.tx, companyId, from.id, into.id);
  await store.setMergedInto(call.tx, companyId, from.id, null);
  const [due, overdue] = [changes?.["into_due_at"], changes?.["into_overdue_at"]];
  if (due && said(into.due_at) === due[1])
    await store.setClock(call.tx, companyId, into.id, { due_at: timeSaid(due[0]), overdue_at: timeSaid(overdue?.[0]) });
  await store.refresh(call.tx, companyId, [from.id, into.id].toSorted());
  await call.emit(conversationSplit, { subjectId: from.id, data: { ...about(from), from: into.id } });
}

/** Some messages become a conversation of their own. */
export async function splitOff(call: Call<Member>, sight: Sight, id: string, wanted: string[]): Promise<string> {
  const { tx, actor, clock } = call;
  const row = await lockConversation(call, sight, id);
  const ids = [...new Set(wanted)];
  if (ids.length >= row.message_count) throw invalid([{ pointer: "/messages", message: "At least one message must stay. Choose fewer." }]);
  const first = await messages.find(tx, actor.companyId, ids[0] ?? "");
  const newConversation = newId();
  await store.addBeside(tx, actor.companyId, newConversation, id, first?.subject || row.subject, clock.now());
  if ((await store.moveSome(tx, actor.companyId, id, ids, newConversation)) < ids.length) throw notFound("Message");
  await store.refresh(tx, actor.companyId, [id, newConversation].toSorted());
  await call.emit(conversationSplit, { subjectId: newConversation, data: { ...about(row), from: id } });
  return newConversation;
}
