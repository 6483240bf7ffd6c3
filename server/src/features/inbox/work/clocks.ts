import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Announcement } from "../../../kernel/event.ts";
import { addWorkingTime, hoursOf } from "../../lead-sending/index.ts";
import type { messageReceived } from "../events.ts";
import * as store from "./clock-store.ts";

/**
 * Somebody wrote: the answer is due after so much working time of whoever has the conversation, or of the company. A second message does
 * not give more time. What left sets the time back to none (take, send), so the next message starts it again.
 */
export async function startClocks({ tx, actor }: Call, received: Announcement<typeof messageReceived.data>[]): Promise<void> {
  if (actor.kind === "anonymous") return;
  const policy = await store.policy(tx, actor.companyId);
  if (!policy?.is_on) return;
  const ids = [...new Set(received.map(({ data }) => data.conversation))];
  const waiting = await store.withoutDue(tx, actor.companyId, ids);
  const due = await dueTimes(tx, actor.companyId, policy, waiting);
  if (due.length > 0) await store.setDue(tx, actor.companyId, due);
}

async function dueTimes(tx: Tx, companyId: string, policy: store.Policy, waiting: store.Waiting[]) {
  if (waiting.length === 0) return [];
  const hours = await hoursOf(
    tx,
    companyId,
    waiting.flatMap(({ assignee_id: id }) => id ?? []),
  );
  return waiting.map(({ id, assignee_id: assignee, last_at: since, was_answered: wasAnswered }) => ({
    id,
    due_at: addWorkingTime(hours(assignee ?? companyId), since, wasAnswered ? policy.next_minutes : policy.first_minutes),
  }));
}

/** In how many minutes of working time the company wants to give the answer that is due. Null: it has no goal. */
export async function goalOf({ tx, actor }: Call<Member>, conversation: string): Promise<number | null> {
  const goal = await store.findGoal(tx, actor.companyId, conversation);
  if (!goal?.is_on) return null;
  return goal.was_answered ? goal.next_minutes : goal.first_minutes;
}
