import type { QueryClient } from "@tanstack/react-query";
import { type ListedPage, noteSize, type RecordPage } from "./list-pages.ts";
import type { CrmRecord, Values } from "../../fields/index.ts";

/** Puts a record's newest state wherever the cache holds the record. A row stays where it is: it must not move under the hand that edits it. */
export function putRecord(client: QueryClient, record: CrmRecord): void {
  // A field that the newest state leaves out is empty by now, whatever an older row says.
  const emptied = (old: CrmRecord) => Object.fromEntries(Object.keys(old.values).map((key) => [key, null]));
  const merged = (old: CrmRecord): CrmRecord => ({ ...old, ...record, values: { ...emptied(old), ...record.values } });
  const isNewer = (old: CrmRecord) => old.id === record.id && old.version <= record.version;
  client.setQueriesData<CrmRecord>({ queryKey: ["records.get"] }, (old) => (old && isNewer(old) ? merged(old) : old));
  client.setQueriesData<RecordPage>({ queryKey: ["records.list"] }, (page) =>
    page?.items.some(isNewer) ? { ...page, items: page.items.map((old) => (isNewer(old) ? merged(old) : old)) } : page,
  );
}

/** Shows the same values on many records at once, before the service has answered. */
export function patchRecords(client: QueryClient, ids: ReadonlySet<string>, values: Values): void {
  const patched = (record: CrmRecord) => (ids.has(record.id) ? { ...record, values: { ...record.values, ...values } } : record);
  client.setQueriesData<RecordPage>({ queryKey: ["records.list"] }, (page) =>
    page?.items.some((record) => ids.has(record.id)) ? { ...page, items: page.items.map(patched) } : page,
  );
}

/** Takes a record that went to the trash out of every list. A page that shows it stays, and says where it went. */
export function dropFromLists(client: QueryClient, id: string): void {
  for (const [key, page] of client.getQueriesData<RecordPage>({ queryKey: ["records.list"] })) {
    if (!page?.items.some((old) => old.id === id)) continue;
    const items = page.items.filter((old) => old.id !== id);
    const count = page.count && { ...page.count, value: page.count.value - 1 };
    client.setQueryData<RecordPage>(key, { ...page, items, count });
    noteSize(client, key[1] as ListedPage, items.length);
  }
}

/** Takes a record that is gone out of every list, and forgets it. */
export function dropRecord(client: QueryClient, id: string): void {
  dropFromLists(client, id);
  client.removeQueries({ queryKey: ["records.get", { id }] });
}

/** The figures beside a list are no longer right; the rows are. */
export function refreshFigures(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ["records.aggregate"] });
  void client.invalidateQueries({ queryKey: ["records.count"] });
  void client.invalidateQueries({ queryKey: ["records.timeline"] });
  // What is off the page is asked for again when it is next shown.
  void client.invalidateQueries({ queryKey: ["records.list"], refetchType: "none" });
}

/**
 * The timeline of a record has another line. Its pinned notes are read with it only where a note can have changed: most changes are edits
 * of a field.
 */
export function refreshTimeline(client: QueryClient, id: string, { andNotes }: { andNotes: boolean }): void {
  void client.invalidateQueries({
    queryKey: ["records.timeline"],
    predicate: ({ queryKey }) => {
      const input = queryKey[1] as { id?: string; part?: string };
      return input.id === id && (andNotes || input.part === undefined);
    },
  });
}

/** An edit of one record: its timeline has one more line. Lists and figures that it can change are read again when the news of it come. */
export function refreshAfterEdit(client: QueryClient, id: string): void {
  refreshTimeline(client, id, { andNotes: false });
  for (const name of ["records.aggregate", "records.count", "records.list"])
    void client.invalidateQueries({ queryKey: [name], refetchType: "none" });
}

/** Something changed that the cache cannot follow by itself, such as an undo: whatever is on the page is asked for again. */
export async function refreshRecords(client: QueryClient): Promise<void> {
  await Promise.all(
    ["records.list", "records.get", "records.aggregate", "records.count", "records.timeline"].map((name) =>
      client.invalidateQueries({ queryKey: [name] }),
    ),
  );
}
