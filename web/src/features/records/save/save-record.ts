import { useCallback } from "react";
import { fieldOf, isStage, optionOf, type RecordType, useTypesWhenKnown } from "../../types/index.ts";
import { useOutbox } from "../../../outbox/outbox-provider.tsx";
import { newChangeKey } from "../../../outbox/storage.ts";
import { type CrmRecord, isSameValue, type Values } from "../../fields/index.ts";

/**
 * Changes some values of a record: shown at once everywhere, sent in order, taken back with a reason when it is refused, kept while there
 * is no connection. Values are given as they are shown: a person as {id, name}, related records as {id, title}.
 */
export function useSaveRecord(): (record: CrmRecord, values: Values) => void {
  const outbox = useOutbox();
  const types = useTypesWhenKnown()?.items;
  return useCallback(
    (record, values) => {
      const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSameValue(record.values[key], value)));
      if (Object.keys(changed).length === 0) return;
      // A row of a list may lack the field: then nobody knows what it was, and it cannot be said that somebody else changed it.
      const before = Object.fromEntries(Object.entries(record.values).filter(([key]) => key in changed));
      const type = types?.find((one) => one.key === record.type);
      outbox?.add({
        key: newChangeKey(),
        kind: "update",
        type: record.type,
        id: record.id,
        title: record.title,
        values: changed,
        before,
        version: record.version,
        said: saidOf(type, changed),
      });
    },
    [outbox, types],
  );
}

/** Moves a record to the trash, with undo. */
export function useDeleteRecord(): (record: CrmRecord) => void {
  const outbox = useOutbox();
  return useCallback(
    (record) =>
      outbox?.add({
        key: newChangeKey(),
        kind: "delete",
        type: record.type,
        id: record.id,
        title: record.title,
        values: {},
        before: {},
        version: record.version,
        said: `“${record.title}” moved to trash.`,
      }),
    [outbox],
  );
}

/** "Moved to Negotiation." "Amount changed." */
function saidOf(type: RecordType | undefined, values: Values): string {
  const keys = Object.keys(values);
  const field = type && fieldOf(type, keys[0] ?? "");
  if (!field || keys.length > 1) return `${keys.length} fields changed.`;
  const stage = isStage(field) ? optionOf(field, values[field.key]) : undefined;
  return stage ? `Moved to ${stage.label}.` : `${field.label} changed.`;
}
