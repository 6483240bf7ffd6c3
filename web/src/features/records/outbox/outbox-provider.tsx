import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../api.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useMe } from "../../members/me.ts";
import { dropRecord, putRecord, refreshFigures, refreshRecords } from "../record-cache.ts";
import type { Change, Conflict } from "./change.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { createOutbox, type Outbox, type OutboxState } from "./outbox.ts";
import { sendChange } from "./send-change.ts";
import { browserStorage, newChangeKey } from "./storage.ts";

const OutboxContext = createContext<Outbox | undefined>(undefined);

/** The one outbox of a signed-in person: every edit of a record goes through it. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const { user } = useMe();
  return (
    <PersonsOutbox userId={user.id} key={user.id}>
      {children}
    </PersonsOutbox>
  );
}

function PersonsOutbox({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const [compared, setCompared] = useState<{ change: Change; conflict: Conflict }>();
  const [outbox] = useState(() =>
    createOutbox({
      storage: browserStorage(userId),
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
        if (change.kind === "delete") dropRecord(client, change.id);
        if (verdict.record) putRecord(client, verdict.record);
        else if (change.kind === "update") void refreshRecords(client);
        refreshFigures(client);
        // It said what was there already: nothing was done, so there is nothing to tell or to take back.
        if (verdict.record?.version === change.version) return;
        const { operationId } = verdict;
        toast({ text: change.said, ...(operationId ? { undo: () => undo([operationId]) } : {}) });
      },
    }),
  );
  useEffect(() => outbox.start(), [outbox]);

  return (
    <OutboxContext value={outbox}>
      {children}
      {compared && (
        <CompareDialog
          change={compared.change}
          conflict={compared.conflict}
          onClose={() => setCompared(undefined)}
          onInsist={() => {
            const { record, field, theirs } = compared.conflict;
            outbox?.add({
              ...compared.change,
              key: newChangeKey(),
              version: record.version,
              before: { ...compared.change.before, [field]: theirs },
            });
            setCompared(undefined);
          }}
        />
      )}
    </OutboxContext>
  );
}

const NOTHING: OutboxState = { changes: [], isWaiting: false };
const none = () => NOTHING;
const never = () => () => {};

/** What is on its way: laid over every record that is shown. */
export function useOutboxState(): OutboxState {
  const outbox = useContext(OutboxContext);
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.state ?? none);
}

export const useOutbox = () => useContext(OutboxContext);

/** Takes operations back, newest first, and shows what is there then. */
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
