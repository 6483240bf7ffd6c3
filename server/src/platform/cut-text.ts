import type { Changes } from "../kernel/event.ts";

/** The start of a text that is too long for an answer, with "…" at the end. */
export const cutText = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text);

/** What changed, its long texts cut. */
export function cutChanges(changes: Changes, max: number): Changes {
  const cut = (value: unknown) => (typeof value === "string" ? cutText(value, max) : value);
  return Object.fromEntries(Object.entries(changes).map(([key, [from, to]]) => [key, [cut(from), cut(to)]]));
}
