import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Change, Conflict } from "../../../outbox/change.ts";
import type { Sender } from "../../../outbox/outbox.ts";
import { OutboxProvider, useOutbox } from "../../../outbox/outbox-provider.tsx";
import { newChangeKey } from "../../../outbox/storage.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { CrmRecord } from "../../fields/index.ts";
import { dropRecord, putRecord, refreshAfterEdit, refreshFigures, refreshRecords } from "../read/record-cache.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { sendChange } from "./send-change.ts";
import { useUndo } from "./undo.ts";

interface Compared {
  change: Change;
  conflict: Conflict<CrmRecord>;
}

/** Sends every edit of a record through the outbox and shows what became of it. */
export function RecordOutbox({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const [compared, setCompared] = useState<Compared>();
  const sender: Sender<CrmRecord> = {
    send: sendChange,
    onSettled(change, verdict) {
      if (verdict.kind === "refused") {
        const { message, conflict } = verdict;
        if (conflict) putRecord(client, conflict.record);
        else void refreshRecords(client);
        const action = conflict && { label: "Compare", run: () => setCompared({ change, conflict }) };
        toast({ tone: "error", text: `Not saved: ${message}`, ...(action ? { action } : {}) });
        return;
      }
      showSaved(client, change, verdict.record);
      // The record had these values already: nothing was done, so there is nothing to say or to undo.
      if (verdict.record?.version === change.version) return;
      const { operationId } = verdict;
      toast({ text: change.said, ...(operationId ? { undo: () => undo([operationId]) } : {}) });
    },
  };
  return (
    <OutboxProvider sender={sender}>
      {children}
      {compared && <Compare compared={compared} onClose={() => setCompared(undefined)} />}
    </OutboxProvider>
  );
}

function showSaved(client: QueryClient, change: Change, record: CrmRecord | undefined): void {
  if (change.kind === "delete") dropRecord(client, change.id);
  if (record) putRecord(client, record);
  else if (change.kind === "update") void refreshRecords(client);
  if (record) refreshAfterEdit(client, change.id);
  else refreshFigures(client);
}

function Compare({ compared: { change, conflict }, onClose }: { compared: Compared; onClose: () => void }) {
  const outbox = useOutbox();
  const insist = () => {
    const { record, field, theirs } = conflict;
    outbox?.add({ ...change, key: newChangeKey(), version: record.version, before: { ...change.before, [field]: theirs } });
    onClose();
  };
  return <CompareDialog change={change} conflict={conflict} onClose={onClose} onInsist={insist} />;
}
