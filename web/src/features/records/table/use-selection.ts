import { useCallback, useState } from "react";
import type { CrmRecord } from "../record.ts";

/** What is chosen for a bulk edit: some records, or all that match the filter, however many they are. */
export interface Selection {
  records: ReadonlyMap<string, CrmRecord>;
  isAll: boolean;
  isSelected: (id: string) => boolean;
  toggle: (record: CrmRecord) => void;
  add: (records: CrmRecord[]) => void;
  selectAll: () => void;
  clear: () => void;
}

interface State {
  list: string;
  records: ReadonlyMap<string, CrmRecord>;
  isAll: boolean;
}

/** A selection belongs to one list: with another filter or another type it is empty again. */
export function useSelection(list: string): Selection {
  const [kept, setKept] = useState<State>(() => nothingOf(list));
  const state = kept.list === list ? kept : nothingOf(list);
  const change = useCallback(
    (next: (before: State) => State) => setKept((before) => next(before.list === list ? before : nothingOf(list))),
    [list],
  );
  return {
    records: state.records,
    isAll: state.isAll,
    isSelected: (id) => state.isAll || state.records.has(id),
    toggle: useCallback(
      (record) =>
        change((before) => {
          const records = new Map(before.records);
          if (!records.delete(record.id)) records.set(record.id, record);
          return { ...before, records, isAll: false };
        }),
      [change],
    ),
    add: useCallback(
      (records) =>
        change((before) => ({ ...before, records: new Map([...before.records, ...records.map((one) => [one.id, one] as const)]) })),
      [change],
    ),
    selectAll: useCallback(() => change((before) => ({ ...before, records: new Map(), isAll: true })), [change]),
    clear: useCallback(() => change((before) => nothingOf(before.list)), [change]),
  };
}

const nothingOf = (list: string): State => ({ list, records: new Map(), isAll: false });
