import type { Member, System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, forbidden, invalid, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { channelsSeenBy } from "../../channels/index.ts";
import { findMember } from "../../members/index.ts";
import { memberId } from "../../members/operations.ts";
import { recordId } from "../../records/inputs.ts";
import { update, type Change, type ConversationRow, type ConversationState } from "../conversation-store.ts";
import { conversationAssigned, conversationClosed, conversationOpened, conversationSnoozed, conversationUpdated } from "../events.ts";
import type { Sight } from "../sight.ts";

export interface Given {
  state?: ConversationState | undefined;
  assignee?: string | null | undefined;
  snoozed_until?: Date | undefined;
  tags?: string[] | undefined;
  is_shared?: boolean | undefined;
  contact?: string | null | undefined;
}

/** Another person changed it since the caller read it. */
export function checkVersion({ version }: ConversationRow, wanted: number | undefined): void {
  if (wanted !== undefined && wanted !== version)
    throw conflict("changed_meanwhile", `The conversation has version ${version} by now. Read it again and repeat the change.`);
}

/** Refuses what the caller may not ask for. */
export async function checkGiven(call: Call<Member>, sight: Sight, rows: ConversationRow[], given: Given): Promise<void> {
  const { snoozed_until: until, state } = given;
  if (until && until <= call.clock.now())
    throw invalid([{ pointer: "/snoozed_until", message: "This time is over. Give one in the future." }]);
  if (until && state !== undefined && state !== "snoozed")
    throw invalid([
      { pointer: "/snoozed_until", message: "Only a snoozed conversation has a time of return. Leave out the state, or this." },
    ]);
  if (state === "snoozed" && !until) throw invalid([{ pointer: "/snoozed_until", message: "Say until when: a time in the future." }]);
  if (given.is_shared !== undefined && rows.some((row) => !sight.ids.includes(row.channel_id)))
    throw forbidden("not_your_channel", "Only those who see its channel can share a conversation.");
  if (given.assignee) await checkSees(call, rows, [given.assignee], "/assignee");
}

/** Each of these members must see each of these conversations. */
export async function checkSees({ tx, actor }: Call<Member>, rows: ConversationRow[], members: string[], pointer: string): Promise<void> {
  for (const userId of new Set(members)) {
    const member = await findMember(tx, actor.companyId, userId);
    if (!member || member.disabled_at) throw notFound("Member");
    const seen = new Set((await channelsSeenBy(tx, actor.companyId, { userId })).map(({ id }) => id));
    if (rows.some((row) => !row.is_shared && !seen.has(row.channel_id)))
      throw invalid([{ pointer, message: "This member does not see the conversation. Share it first, or choose someone else." }]);
  }
}

/** The row after the change. */
function changed(row: ConversationRow, given: Given): Change {
  const state = given.snoozed_until ? "snoozed" : (given.state ?? row.state);
  return {
    id: row.id,
    state,
    assignee_id: given.assignee === undefined ? row.assignee_id : given.assignee,
    snoozed_until: state === "snoozed" ? (given.snoozed_until ?? row.snoozed_until) : null,
    tags: given.tags ? [...new Set(given.tags)] : row.tags,
    is_shared: given.is_shared ?? row.is_shared,
    contact_id: given.contact === undefined ? row.contact_id : given.contact,
  };
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** An id as the log has it. */
export const shown = (as: { encode(id: string): string }, id: string | null) => (id === null ? null : as.encode(id));

function changesBetween(row: ConversationRow, next: Change): Changes {
  const pairs: Changes = {
    state: [row.state, next.state],
    snoozed_until: [plain(row.snoozed_until), plain(next.snoozed_until)],
    assignee: [shown(memberId, row.assignee_id), shown(memberId, next.assignee_id)],
    tags: [row.tags, next.tags],
    is_shared: [row.is_shared, next.is_shared],
    contact: [shown(recordId, row.contact_id), shown(recordId, next.contact_id)],
  };
  return Object.fromEntries(Object.entries(pairs).filter(([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to)));
}

const STATE_EVENTS = {
  open: conversationOpened,
  snoozed: conversationSnoozed,
  closed: conversationClosed,
  spam: conversationClosed,
} as const;

const pick = (changes: Changes, keys: string[]): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([key]) => keys.includes(key)));

/** Changes conversations that are locked, and says what changed. Returns how many did. */
export async function changeConversations(call: Call<Member | System>, rows: ConversationRow[], given: Given): Promise<number> {
  const planned = rows
    .map((row) => ({ row, next: changed(row, given) }))
    .map(({ row, next }) => ({ row, next, changes: changesBetween(row, next) }))
    .filter(({ changes }) => Object.keys(changes).length > 0);
  if (planned.length === 0) return 0;
  await update(
    call.tx,
    call.actor.companyId,
    planned.map(({ next }) => next),
  );
  for (const { row, next, changes } of planned) {
    const data = { channel: row.channel_id, is_shared: next.is_shared };
    const state = pick(changes, ["state", "snoozed_until"]);
    const assignee = pick(changes, ["assignee"]);
    const other = pick(changes, ["tags", "is_shared", "contact"]);
    if (Object.keys(state).length > 0) await call.emit(STATE_EVENTS[next.state], { subjectId: row.id, data, changes: state });
    if (Object.keys(assignee).length > 0) await call.emit(conversationAssigned, { subjectId: row.id, data, changes: assignee });
    if (Object.keys(other).length > 0) await call.emit(conversationUpdated, { subjectId: row.id, data, changes: other });
  }
  return planned.length;
}
