import { useCallback, useState } from "react";
import type { CrmRecord } from "../../fields/index.ts";

/** What is chosen for a bulk edit: some records, or all that match the filter, however many they are, but for those left out. */
export interface Selection {
  isAll: boolean;
  /** The chosen ones; of all, those left out. */
  records: ReadonlyMap<string, CrmRecord>;
  isEmpty: boolean;
  isSelected: (id: string) => boolean;
  toggle: (record: CrmRecord) => void;
  add: (records: CrmRecord[]) => void;
  selectAll: () => void;
  clear: () => void;
}

interface State {
  list: string;
  isAll: boolean;
  records: ReadonlyMap<string, CrmRecord>;
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
    isAll: state.isAll,
    records: state.records,
    isEmpty: !state.isAll && state.records.size === 0,
    isSelected: (id) => state.isAll !== state.records.has(id),
    toggle: useCallback(
      (record) =>
        change((before) => {
          const records = new Map(before.records);
          if (!records.delete(record.id)) records.set(record.id, record);
          return { ...before, records };
        }),
      [change],
    ),
    add: useCallback((records) => change((before) => ({ ...before, records: withAll(before, records) })), [change]),
    selectAll: useCallback(() => change((before) => ({ ...before, records: new Map(), isAll: true })), [change]),
    clear: useCallback(() => change((before) => nothingOf(before.list)), [change]),
  };
}

function withAll({ isAll, records }: State, added: CrmRecord[]): ReadonlyMap<string, CrmRecord> {
  if (!isAll) return new Map([...records, ...added.map((one) => [one.id, one] as const)]);
  const ids = new Set(added.map((one) => one.id));
  return new Map([...records].filter(([id]) => !ids.has(id)));
}

const nothingOf = (list: string): State => ({ list, records: new Map(), isAll: false });
