import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useWrite } from "../../../calls.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../save/undo.ts";

const MAX_SHOWN = 50;

/** The pinned notes of a record. They are part of its timeline: whatever makes that stale makes them stale. */
export const pinnedNotes = (id: string) =>
  queryOptions({
    queryKey: ["records.timeline", { id, part: "pinned" }],
    queryFn: async ({ signal }) => (await api.call("records.notes", { id, is_pinned: true, limit: MAX_SHOWN }, { signal })).items,
  });

/** Pins a note of the record, or unpins it. */
export function usePin(recordId: string): (note: { id: string; is_pinned: boolean }) => void {
  const toast = useToast();
  const undo = useUndo();
  const pin = useWrite("records.pinNote", {
    refresh: ["records.timeline"],
    onDone: ({ operation_id: operationId }, { is_pinned: isPinned }) =>
      toast({ text: isPinned ? "Note pinned." : "Note unpinned.", undo: () => undo([operationId]) }),
  });
  return ({ id: note, is_pinned: isPinned }) => {
    if (!pin.isPending) pin.mutate({ id: recordId, note, is_pinned: !isPinned });
  };
}
