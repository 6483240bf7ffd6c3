import { useCallback } from "react";
import { fieldOf, optionOf, type RecordType, useTypesWhenKnown } from "../../types/index.ts";
import { useOutbox } from "../../../outbox/outbox-provider.tsx";
import { newChangeKey } from "../../../outbox/storage.ts";
import { type CrmRecord, isSameValue, type Values } from "../../fields/index.ts";
import { reasonField, useAskForReason } from "./lost-reason.tsx";

/**
 * Changes some values of a record: shown at once everywhere, sent in order, taken back with a reason when it is refused, kept while there
 * is no connection. Values are given as they are shown: a person as {id, name}, related records as {id, title}.
 */
export function useSaveRecord(): (record: CrmRecord, values: Values) => void {
  const outbox = useOutbox();
  const types = useTypesWhenKnown()?.items;
  const askForReason = useAskForReason();
  const send = useCallback(
    (record: CrmRecord, type: RecordType | undefined, values: Values) => {
      const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSameValue(record.values[key], value)));
      if (Object.keys(changed).length === 0) return;
      // A row of a list may lack the field: then nobody knows what it was, and it cannot be said that somebody else changed it.
      const before = Object.fromEntries(Object.entries(record.values).filter(([key]) => key in changed));
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
    [outbox],
  );
  return useCallback(
    (record, values) => {
      const type = types?.find((one) => one.key === record.type);
      const stage = type?.stage_field ?? "";
      // What is lost already is lost for the reason that it has.
      const isMove = stage in values && !isSameValue(record.values[stage], values[stage]);
      if (!type || !isMove) return send(record, type, values);
      return askForReason({ type, what: `“${record.title}”`, values, known: record.values }, (all) => send(record, type, all));
    },
    [types, send, askForReason],
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
  const stage =
    type &&
    fieldOf(
      type,
      keys.find((key) => key === type.stage_field),
    );
  const to = stage && optionOf(stage, values[stage.key]);
  const reason = type && reasonField(type)?.key;
  if (to && keys.every((key) => key === stage.key || key === reason)) return `Moved to ${to.label}.`;
  const field = type && fieldOf(type, keys[0] ?? "");
  return field && keys.length === 1 ? `${field.label} changed.` : `${keys.length} fields changed.`;
}
