import type { OutputOf } from "@kith/server/contract";

export type Entry = OutputOf<"records.timeline">["items"][number];

/** Changes of one operation are one line: an assistant that sets three fields one after the other in one call did one thing. */
export function joinEntries(entries: Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of entries) {
    const before = joined.at(-1);
    const isSame = before?.operation_id === entry.operation_id && before.kind === "record.updated" && entry.kind === "record.updated";
    if (before && isSame) joined[joined.length - 1] = { ...before, changes: { ...entry.changes, ...before.changes } };
    else joined.push(entry);
  }
  return joined;
}
