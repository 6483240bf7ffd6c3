import type { OutputOf } from "@kith/server/contract";
import type { EventType, SentencePart } from "@kith/server/features/events/events";

export type LoggedEvent = OutputOf<"events.list">["items"][number];

/** The sentence of an event. If its type is unknown or the row too old for the sentence, shows type and subject instead. */
export function partsOf(event: LoggedEvent, declared: EventType | undefined): SentencePart[] {
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
function dataOf({ data }: LoggedEvent): Record<string, unknown> {
  const entries = typeof data === "object" && data !== null ? Object.entries(data) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== ""));
}
