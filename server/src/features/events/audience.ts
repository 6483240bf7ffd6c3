import type { FreshEvent } from "./live-store.ts";

/** What every member of a company may know of as it happens, because every member may read what it is about. */
const FOR_EVERYONE = new Set(["company", "dashboard", "field", "member", "note", "record", "sample", "type", "view", "widget"]);

export const isForEveryone = (type: string) => FOR_EVERYONE.has(type.slice(0, type.indexOf(".")));

/**
 * Who is told, besides the Admins, who may read the whole log. Closed by default: an event of a new kind goes to the one who
 * caused it, and one about a key to its owner.
 */
export function audienceOf({ type, actor, key_owner }: FreshEvent): string[] | null {
  if (isForEveryone(type)) return null;
  return [...(actor ? [actor.id] : []), ...(key_owner ? [key_owner] : [])];
}
