import type { OutputOf } from "@kith/server/contract";
import classes from "./activity.module.css";

export type Event = OutputOf<"events.list">["items"][number];

export const named = (event: Event) => <b className={classes.name}>{event.subject.name ?? textIn(event, "name") ?? event.subject.id}</b>;

// What an event carries besides its subject differs by type, and older events may carry less.
export function textIn(event: Event, field: string): string | undefined {
  const value = typeof event.data === "object" && event.data !== null ? (event.data as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

export const count = (event: Event, field: string) => Number((event.data as Record<string, unknown>)[field] ?? 0).toLocaleString("en");
