import type { OutputOf } from "@kith/server/contract";
import type { EventType, SentencePart } from "@kith/server/features/events/events";

export type LoggedEvent = OutputOf<"events.list">["items"][number];

/** What a sentence is made of, wherever the event was read. */
export type SaidEvent = Pick<LoggedEvent, "type" | "data" | "changes"> & {
  subject: Pick<LoggedEvent["subject"], "id" | "name">;
  actor: { name: string } | null;
};

/** Events of one kind that one operation caused, together: an edit of twenty records is one thing that somebody did. */
export function joinOperations(events: LoggedEvent[]): [LoggedEvent, ...LoggedEvent[]][] {
  const joined: [LoggedEvent, ...LoggedEvent[]][] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && last[0].operation_id === event.operation_id && last[0].type === event.type) last.push(event);
    else joined.push([event]);
  }
  return joined;
}

/** The sentence of an event. If its type is unknown or the row too old for the sentence, shows type and subject instead. */
export function partsOf(event: SaidEvent, declared: EventType | undefined): SentencePart[] {
  const data = dataOf(event);
  const subject = { name: event.subject.name ?? (typeof data["name"] === "string" ? data["name"] : event.subject.id) };
  const plain = [`${event.type} `, subject];
  if (!declared) return plain;
  try {
    return declared.sentence({ subject, data, changes: event.changes ?? {}, ...(event.actor ? { actorName: event.actor.name } : {}) });
  } catch {
    return plain;
  }
}

// The data depends on the type. Rows written by an older version may have less data, or null.
function dataOf({ data }: SaidEvent): Record<string, unknown> {
  const entries = typeof data === "object" && data !== null ? Object.entries(data) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== ""));
}
