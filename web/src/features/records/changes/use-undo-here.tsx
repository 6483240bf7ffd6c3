import { type ReactNode, useState } from "react";
import { api } from "../../../api.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { CrmRecord } from "../../fields/index.ts";
import type { RecordType } from "../../types/index.ts";
import { useUndo } from "../save/undo.ts";
import { type UndoCheck, whyNot } from "./operation-words.ts";
import { UndoQuestion } from "./undo-question.tsx";

/** Undoes an operation from the page of one of its records. One that changed others too is asked about first. */
export function useUndoHere(type: RecordType, record: CrmRecord): { undoHere: (operationId: string) => void; question: ReactNode } {
  const undo = useUndo();
  const toast = useToast();
  const [asked, setAsked] = useState<UndoCheck>();
  const ask = async (id: string) => {
    const { items } = await api.call("records.checkUndo", { ids: [id] });
    const [check] = items;
    if (check && check.records > 1) setAsked(check);
    else if (check && !check.can_undo) toast({ tone: "error", text: `Not undone: ${whyNot(check, [type])}` });
    else undo([id]);
  };
  const answer = (recordId?: string) => () => {
    if (asked) undo([asked.operation_id], recordId);
    setAsked(undefined);
  };
  return {
    undoHere: (id) => void ask(id).catch((error: unknown) => toast({ tone: "error", text: error instanceof Error ? error.message : "" })),
    question: asked && (
      <UndoQuestion
        type={type}
        title={record.title}
        check={asked}
        onClose={() => setAsked(undefined)}
        onOne={answer(record.id)}
        onAll={answer()}
      />
    ),
  };
}
