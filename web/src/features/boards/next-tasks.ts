import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { type CrmRecord, isRelated, listOf } from "../fields/index.ts";
import { type RecordType, useTypes } from "../types/index.ts";

/** One call asks for the tasks of as many records as this, and of the cards on a screen there are fewer. */
const MAX_RECORDS = 60;
const MAX_TASKS = 100;

/** The open task of a record that is due first; null where there is none; undefined where that is not known, or nothing to ask. */
export type NextTask = (record: CrmRecord) => { task: CrmRecord; type: RecordType } | null | undefined;

/** What is to be done next for the records on the board, asked for all of them at once. */
export function useNextTasks(type: RecordType, records: readonly CrmRecord[]): NextTask {
  const { items: types } = useTypes();
  const source = taskSource(types, type);
  const ids = records
    .slice(0, MAX_RECORDS)
    .map(({ id }) => id)
    .toSorted();
  const { data } = useQuery({
    ...read("records.list", {
      type: source?.type.key ?? "",
      filter: `is:open ${source?.back}:${ids.join(",")}`,
      sort: source?.type.date_field ?? "",
      fields: ["name", source?.type.date_field ?? "", source?.back ?? ""],
      limit: MAX_TASKS,
    }),
    enabled: source !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!source || !data) return () => undefined;
  const asked = new Set(ids);
  const first = new Map<string, CrmRecord>();
  for (const task of data.items) {
    for (const one of listOf(task.values[source.back]).filter(isRelated)) if (!first.has(one.id)) first.set(one.id, task);
  }
  const isWhole = data.next_cursor === null;
  return ({ id }) => {
    const task = first.get(id);
    if (task) return { task, type: source.type };
    return isWhole && asked.has(id) ? null : undefined;
  };
}

/** The type whose records are done for this one by a date, and its field that names this one: tasks of deals. */
function taskSource(types: readonly RecordType[], { key, fields }: RecordType): { type: RecordType; back: string } | undefined {
  for (const field of fields) {
    const type = types.find((one) => one.key === field.relation?.type);
    if (!type?.stage_field || !type.date_field || type.amount_field) continue;
    const back = type.fields.find(({ relation }) => relation?.type === key && relation.inverse === field.key);
    if (back) return { type, back: back.key };
  }
  return undefined;
}
