import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { newChangeKey } from "../../../outbox/storage.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { CrmRecord } from "../../fields/index.ts";
import { refreshRecords } from "../read/record-cache.ts";
import { useUndo } from "../save/undo.ts";
import { ACTIVITY_KINDS, type Activity, type ActivityKind } from "./activity-kinds.ts";

interface Given {
  kind: ActivityKind;
  outcome: string;
  at: string | undefined;
  duration_minutes: number | null;
  people: string[];
  follow_up: { name?: string; due: string } | undefined;
}

/** Logs an activity, or changes the old one, and says so. */
export function useSaveActivity(record: CrmRecord, old: Activity | undefined, onDone: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  // One key for this form: sent twice because an answer was lost, it is still one call.
  const [idempotencyKey] = useState(newChangeKey);
  return useMutation({
    async mutationFn({ follow_up: followUp, at, duration_minutes: minutes, ...given }: Given) {
      const when = at === undefined ? {} : { at };
      if (old) {
        const input = { id: record.id, activity: old.id, ...given, ...when, duration_minutes: minutes };
        return api.call("records.updateActivity", input, { idempotencyKey });
      }
      const took = minutes === null ? {} : { duration_minutes: minutes };
      const next = followUp ? { follow_up: followUp } : {};
      return api.call("records.logActivity", { id: record.id, ...given, ...when, ...took, ...next }, { idempotencyKey });
    },
    async onSuccess({ operation_id: operationId }, { kind, follow_up: followUp }) {
      onDone();
      const { title } = ACTIVITY_KINDS[kind];
      const said = old ? `${title} changed.` : followUp ? `${title} logged, task added.` : `${title} logged.`;
      toast({ text: said, undo: () => undo([operationId]) });
      await refreshRecords(client);
    },
  });
}
