import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useToast } from "../../../ui/toast.tsx";
import { readAgain } from "../../../calls.ts";
import { refreshRecords } from "../read/record-cache.ts";

/** Undoes operations, newest first, and shows the result. With a record: only what they did to that one. */
export function useUndo(): (operationIds: string[], recordId?: string) => void {
  const client = useQueryClient();
  const toast = useToast();
  const [undo] = useState(() => async (operationIds: string[], recordId?: string) => {
    try {
      for (const id of operationIds.toReversed()) {
        const part = recordId ? { records: [recordId] } : {};
        await api.call("records.undo", { id, ...part }, { idempotencyKey: ["undo", id, recordId ?? []].flat().join("-") });
      }
      toast({ text: "Undone." });
    } catch (error) {
      toast({ tone: "error", text: `Not undone: ${error instanceof Error ? error.message : ""}` });
    }
    await Promise.all([refreshRecords(client), readAgain(client, ["records.operations", "records.checkUndo"])]);
  });
  const [run] = useState(() => (operationIds: string[], recordId?: string) => void undo(operationIds, recordId));
  return run;
}
