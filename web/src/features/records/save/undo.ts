import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useToast } from "../../../ui/toast.tsx";
import { refreshRecords } from "../read/record-cache.ts";

/** Undoes operations, newest first, and shows the result. */
export function useUndo(): (operationIds: string[]) => void {
  const client = useQueryClient();
  const toast = useToast();
  const [undo] = useState(() => async (operationIds: string[]) => {
    try {
      for (const id of operationIds.toReversed()) await api.call("records.undo", { id }, { idempotencyKey: `undo-${id}` });
      toast({ text: "Undone." });
    } catch (error) {
      toast({ tone: "error", text: `Not undone: ${error instanceof Error ? error.message : ""}` });
    }
    await refreshRecords(client);
  });
  const [run] = useState(() => (operationIds: string[]) => void undo(operationIds));
  return run;
}
