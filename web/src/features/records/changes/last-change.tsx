import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useClock } from "../../../ui/clock.tsx";
import { relative } from "../../../ui/time-text.ts";
import { useRememberedChanges } from "../../../ui/toast.tsx";
import { types } from "../../types/index.ts";
import { useUndo } from "../save/undo.ts";
import { type OwnOperation, tellInOneLine } from "./operation-words.ts";

// As many as one check takes.
const LOOKED_AT = 20;
const DAYS = 30;

/** Z finds the caller's last change that can be undone, also one that was made in another tab or before this page was loaded. */
export function LastChange(): null {
  const client = useQueryClient();
  const undo = useUndo();
  const { zone } = useClock();
  useRememberedChanges(async () => {
    const { items } = await api.call("records.operations", { by: "me", about: "everything", days: DAYS, limit: LOOKED_AT });
    const times = items.map((one) => Date.parse(one.at));
    const last = await lastUndoable(items.filter((one) => !one.is_undo && !one.is_undone));
    if (!last) return { last: undefined, times };
    const { items: known } = await client.ensureQueryData(types);
    const when = relative(new Date(last.at), new Date(), zone);
    const text = `Last change, ${when}: ${tellInOneLine(last, known)}.`;
    return { times, last: { at: Date.parse(last.at), toast: { text, undo: () => undo([last.operation_id]) } } };
  });
  return null;
}

async function lastUndoable(changes: OwnOperation[]): Promise<OwnOperation | undefined> {
  if (changes.length === 0) return undefined;
  const { items } = await api.call("records.checkUndo", { ids: changes.map((one) => one.operation_id) });
  const possible = new Set(items.filter((check) => check.can_undo).map((check) => check.operation_id));
  return changes.find((one) => possible.has(one.operation_id));
}
