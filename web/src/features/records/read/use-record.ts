import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import { type CrmRecord, withChanges } from "../../fields/index.ts";
import { useOutboxState } from "../../../outbox/outbox-provider.tsx";
import type { RecordPage } from "./list-pages.ts";

export const recordQuery = (id: string) => read("records.get", { id });

/** One record with what is on its way to it. A list that shows it already lends its row until the whole record is there. */
export function useRecord(id: string) {
  const client = useQueryClient();
  const { changes } = useOutboxState();
  const query = useQuery({ ...recordQuery(id), placeholderData: () => inLists(client, id) });
  const record = query.data && withChanges(query.data, changes);
  return {
    record,
    /** It is on its way to the trash, or was there already. */
    isDeleted: query.data !== undefined && (record === undefined || record.deleted_at !== null),
    /** Only what a list knew of it: the other fields are still coming. */
    isPartial: query.isPlaceholderData,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

/** For a row under the pointer: the record is there before it is opened. */
export const prefetchRecord = (client: QueryClient, id: string) => void client.prefetchQuery(recordQuery(id));

function inLists(client: QueryClient, id: string): CrmRecord | undefined {
  for (const [, page] of client.getQueriesData<RecordPage>({ queryKey: ["records.list"] })) {
    const found = page?.items.find((record) => record.id === id);
    if (found) return found;
  }
  return undefined;
}
