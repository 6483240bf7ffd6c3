import type { Call } from "../../../kernel/call.ts";
import type { Author } from "../../../kernel/actor.ts";
import { messageDelivered, messageFailed, messageRead, messageSent, messageUnknown } from "../events.ts";
import * as store from "./outcome-store.ts";
import { type OutState, REACHED } from "./states.ts";

const EVENTS = { sent: messageSent, delivered: messageDelivered, read: messageRead, failed: messageFailed, unknown: messageUnknown };
type Announced = keyof typeof EVENTS;

interface Settlement {
  state: Announced | "queued";
  error?: string | null;
  nextAt?: Date | null;
  externalId?: string | null;
}

/** Writes down what became of a message, whoever says so, and tells those who see it. The row is locked by `lockSettled`. */
export async function settle(call: Call<Author>, row: store.SettledRow, settlement: Settlement): Promise<void> {
  const { tx, actor, clock } = call;
  const { state, error = null, nextAt = null, externalId = null } = settlement;
  await store.settle(tx, actor.companyId, { id: row.id, state: state satisfies OutState, error, nextAt, externalId });
  if (state === "queued") return;
  // A program of an API channel may report at once that a message arrived.
  if (REACHED.has(state) && !REACHED.has(row.state)) await store.noteChannelSent(tx, actor.companyId, row.channel_id, clock.now());
  if (state === "failed" || state === "unknown") await store.awaitUs(tx, actor.companyId, row.id);
  if (REACHED.has(state) && row.state === "unknown") await store.awaitThem(tx, actor.companyId, row.id);
  const data = { channel: row.channel_id, conversation: row.conversation_id, is_shared: row.is_shared };
  await call.emit(EVENTS[state], { subjectId: row.id, data });
}
