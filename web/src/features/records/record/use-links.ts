import { useQueryClient } from "@tanstack/react-query";
import { useWrite } from "../../../calls.ts";
import { useToast } from "../../../ui/toast.tsx";
import { type CrmRecord, isRelated, listOf } from "../../fields/index.ts";
import type { Field } from "../../types/index.ts";
import { refreshRecords } from "../read/record-cache.ts";
import { recordQuery } from "../read/use-record.ts";
import { useSaveRecord } from "../save/save-record.ts";
import { useUndo } from "../save/undo.ts";

interface Related {
  id: string;
  title: string;
}

interface Links {
  link: (other: Related) => void;
  /** Missing where the other record cannot be without this one. */
  unlink: ((other: Related) => void) | undefined;
}

/**
 * Connects a record with others and disconnects them, the same from both ends: a relation is a value of one of the two, and `back` is the
 * field of the others that holds it where it is not ours.
 */
export function useLinks(record: CrmRecord, field: Field, back: Field | undefined): Links {
  const save = useSaveRecord();
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const update = useWrite("records.update");
  const holder = field.is_read_only ? back : field;
  const without = (value: unknown, id: string) =>
    listOf(value)
      .filter(isRelated)
      .filter((one) => one.id !== id);

  const saveOurs = (change: (others: Related[]) => Related[]) => {
    const others = change(listOf(record.values[field.key]).filter(isRelated));
    save(record, { [field.key]: field.is_multi ? others : (others.at(-1) ?? null) });
  };
  const saveTheirs = async (other: Related, change: (ids: string[]) => string[], said: string) => {
    if (!back) return;
    const theirs = await client.fetchQuery({ ...recordQuery(other.id), staleTime: 0 });
    const ids = change(without(theirs.values[back.key], record.id).map((one) => one.id));
    const value = back.is_multi ? ids : (ids.at(-1) ?? null);
    const { operation_id: operationId } = await update.mutateAsync({ id: other.id, values: { [back.key]: value } });
    toast({ text: said, undo: () => undo([operationId]) });
    await refreshRecords(client);
  };
  // A refusal was shown already.
  const quietly = (work: Promise<void>) => void work.catch(() => undefined);

  return {
    link(other) {
      if (field.is_read_only) quietly(saveTheirs(other, (ids) => [...ids, record.id], `“${other.title}” added to ${field.label}.`));
      else saveOurs((others) => [...others.filter((one) => one.id !== other.id), { id: other.id, title: other.title }]);
    },
    unlink:
      holder && !holder.is_required
        ? (other) => {
            if (field.is_read_only) quietly(saveTheirs(other, (ids) => ids, `“${other.title}” removed from ${field.label}.`));
            else saveOurs((others) => others.filter((one) => one.id !== other.id));
          }
        : undefined,
  };
}
