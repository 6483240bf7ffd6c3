import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { api } from "../../../api.ts";
import { newChangeKey } from "../../../outbox/storage.ts";
import { useToast } from "../../../ui/toast.tsx";
import { type CreateRelated, CreateRelatedContext } from "../../fields/index.ts";
import { refreshRecords } from "../read/record-cache.ts";
import { useUndo } from "../save/undo.ts";

/** Lets every field for related records make one that is not there yet. */
export function RelatedCreator({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const create: CreateRelated = useCallback(
    async (type, name) => {
      const { record, operation_id: operationId } = await api.call(
        "records.create",
        { type, values: { name, owner: "@me" } },
        { idempotencyKey: newChangeKey() },
      );
      toast({ text: `“${record.title}” added.`, undo: () => undo([operationId]) });
      void refreshRecords(client);
      return { id: record.id, title: record.title };
    },
    [client, toast, undo],
  );
  return <CreateRelatedContext value={create}>{children}</CreateRelatedContext>;
}
