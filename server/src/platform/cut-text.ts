import type { Changes } from "../kernel/event.ts";

/** The start of a text that is too long for an answer. Nothing of ours is added but the mark that it goes on. */
export const cutText = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text);

/** What changed, its long texts cut. */
export function cutChanges(changes: Changes, most: number): Changes {
  const cut = (value: unknown) => (typeof value === "string" ? cutText(value, most) : value);
  return Object.fromEntries(Object.entries(changes).map(([key, [from, to]]) => [key, [cut(from), cut(to)]]));
}
