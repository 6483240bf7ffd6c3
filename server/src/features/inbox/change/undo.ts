import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { eventsOfOperation, type ListedEvent } from "../../events/index.ts";
import { lock, type ConversationRow, type ConversationState } from "../conversation-store.ts";
import { memberId } from "../../members/operations.ts";
import { recordId } from "../../records/inputs.ts";
import { conversationId } from "../ids.ts";
import { conversationMerged, conversationSplit } from "../events.ts";
import { sees, type Sight } from "../sight.ts";
import { mergeInto, unmerge } from "./merge.ts";
import { changeConversations, shown, type Given } from "./update.ts";

const MOST = 500;

const changedSince = () =>
  conflict("changed_meanwhile", "A conversation was changed since then, so this cannot be undone. Change it by hand.");

/** Takes back what one call did to conversations, the last step first. */
export async function undoOperation(call: Call<Member>, sight: Sight, operationId: string): Promise<number> {
  const { tx, actor } = call;
  const events = (await eventsOfOperation(tx, actor.companyId, operationId, undefined, MOST)).filter(
    ({ subject_type }) => subject_type === "cnv",
  );
  const others = events.flatMap(({ data }) => otherIn(data));
  const ids = [...new Set([...events.map(({ subject_id }) => subject_id), ...others])];
  const rows = new Map((await lock(tx, actor.companyId, ids)).filter((row) => sees(sight, row)).map((row) => [row.id, row]));
  if (events.length === 0 || rows.size < ids.length) throw notFound("Operation");
  for (const event of events) {
    await undoEvent(call, sight, event, rows);
    // As the next step finds them.
    for (const row of await lock(tx, actor.companyId, ids)) rows.set(row.id, row);
  }
  return new Set(events.map(({ subject_id }) => subject_id)).size;
}

const otherIn = (data: unknown): string[] => {
  const { into, from } = data as { into?: string; from?: string };
  return [into, from].flatMap((id) => (id === undefined ? [] : conversationId.decode(id)));
};

async function undoEvent(call: Call<Member>, sight: Sight, event: ListedEvent, rows: Map<string, ConversationRow>): Promise<void> {
  const row = rows.get(event.subject_id);
  const other = rows.get(otherIn(event.data)[0] ?? "");
  if (!row) throw notFound("Operation");
  if (event.type === conversationMerged.type && other) {
    if (row.merged_into !== other.id) throw changedSince();
    await unmerge(call, row, other, event.changes);
  } else if (event.type === conversationSplit.type && other) {
    if (row.merged_into || other.merged_into) throw changedSince();
    await mergeInto(call, sight, row.id, other.id);
  } else if (event.changes) await setBack(call, row, event.changes);
  else throw conflict("cannot_undo", "Which records a conversation is about cannot be undone. Set them again.");
}

/** The values from before, if they are still what the change made of them. */
async function setBack(call: Call<Member>, row: ConversationRow, changes: Changes): Promise<void> {
  const now: Record<string, unknown> = {
    state: row.state,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    assignee: shown(memberId, row.assignee_id),
    tags: row.tags,
    is_shared: row.is_shared,
    contact: shown(recordId, row.contact_id),
  };
  for (const [key, [, to]] of Object.entries(changes)) if (JSON.stringify(now[key]) !== JSON.stringify(to)) throw changedSince();
  await changeConversations(call, [row], givenFrom(changes));
}

const inside = (as: { decode(id: string): string }, id: string | null | undefined) => (id ? as.decode(id) : null);

function givenFrom(changes: Changes): Given {
  const before = <T>(key: string) => changes[key]?.[0] as T | undefined; // as this feature wrote it
  const until = before<string | null>("snoozed_until");
  return {
    ...("state" in changes ? { state: before<ConversationState>("state") } : {}),
    ...(until ? { snoozed_until: new Date(until) } : {}),
    ...("assignee" in changes ? { assignee: inside(memberId, before("assignee")) } : {}),
    ...("tags" in changes ? { tags: before<string[]>("tags") } : {}),
    ...("is_shared" in changes ? { is_shared: before<boolean>("is_shared") } : {}),
    ...("contact" in changes ? { contact: inside(recordId, before("contact")) } : {}),
  };
}
