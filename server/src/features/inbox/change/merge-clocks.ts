import type { ConversationRow } from "../conversation-store.ts";
import type { ClockTimes } from "./move-store.ts";

/**
 * The clock of two conversations that become one: due when the first of both is. What is closed is owed no longer. If it was announced of
 * either that it is overdue, it is not announced again.
 */
export function clockOfBoth(from: ConversationRow, target: ConversationRow): ClockTimes {
  if (!isOwed(from)) return target;
  const owed = [from, target].filter(isOwed);
  const times = owed.flatMap(({ due_at: at }) => at?.getTime() ?? []);
  const due = times.length === 0 ? null : new Date(Math.min(...times));
  return { due_at: due, overdue_at: owed.some(isAnnounced) ? due : null };
}

const isOwed = ({ state, waits_for: waitsFor }: ConversationRow) => waitsFor === "us" && (state === "open" || state === "snoozed");

const isAnnounced = ({ due_at: due, overdue_at: announced }: ClockTimes) => due !== null && due.getTime() === announced?.getTime();
