import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIsPhone } from "../../../ui/browser.ts";
import { ErrorState } from "../../../ui/states.tsx";
import type { RecordType } from "../../types/index.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { fieldsFor, type ListView } from "../../views/index.ts";
import { ListFoot, ListFrame, ListState, type RecordListInput, useGroups, useNoteWalk, useRecordLists } from "../../records/index.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { EmptyList } from "./empty-list.tsx";
import { flatten } from "./flat-rows.ts";
import { PhoneRows } from "./phone-rows.tsx";
import { RecordTable } from "./record-table.tsx";
import { useSelection } from "./use-selection.ts";
import { TableSkeleton } from "./table-skeleton.tsx";

/** The records as rows, with what belongs to them: the bulk bar, the footer, the panel beside them. */
export function TablePart({ type, view }: { type: RecordType; view: ListView }) {
  const isPhone = useIsPhone();
  const navigate = useNavigate({ from: "/records/$type" });
  const { peek } = useSearch({ from: "/records/$type" });
  const groups = useGroups(type, view);
  const isGrouped = view.group !== "" && groups !== undefined;
  const inputs = useInputs(type, view, isGrouped ? groups.map((group) => group.filter) : [view.filter]);
  useNoteWalk(inputs, view);
  const expected = isGrouped ? groups.map((group) => group.count) : [];
  const { lists, show, isPending, isOld, error, refetch } = useRecordLists(inputs, expected);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = flatten(lists, isGrouped ? groups : undefined, closed);
  const toggleGroup = (key: string) => setClosed(toggled(closed, key));
  const selection = useSelection(`${type.key}\n${view.filter}`);

  const latest = useRef(rows);
  // Before the effects of the table itself, which asks for its rows as soon as it is there: a list that was empty has rows only now.
  useLayoutEffect(() => {
    latest.current = rows;
  });
  const onShow = useCallback((from: number, to: number) => show(latest.current.rangesBetween(from, to)), [show]);
  const onSelectRange = async (from: number, to: number) => {
    for (const range of rows.rangesBetween(Math.min(from, to), Math.max(from, to)))
      selection.add((await lists[range.list]?.recordsBetween(range.from, range.to)) ?? []);
  };
  const onPeek = (record: CrmRecord | undefined) => {
    void navigate({ search: ({ peek: _before, ...rest }) => (record ? { ...rest, peek: record.id } : rest), replace: peek !== undefined });
  };
  const count = isGrouped ? { value: groups.reduce((sum, group) => sum + group.count, 0), is_exact: true } : (lists[0]?.count ?? null);
  const isEmpty = !isPending && !isOld && rows.total === 0;
  const open = (record: CrmRecord) => void navigate({ to: "/records/$type/$id", params: { type: record.type, id: record.id } });

  return (
    <ListFrame peek={peek} onClosePeek={() => onPeek(undefined)}>
      {error && lists.every((list) => list.isUnread) ? (
        <ListState>
          <ErrorState title={`${type.label_plural} could not be loaded`} message={error.message} onRetry={refetch} />
        </ListState>
      ) : isPending ? (
        <TableSkeleton />
      ) : isEmpty ? (
        <EmptyList type={type} view={view} />
      ) : isPhone ? (
        <PhoneRows type={type} rows={rows} onShow={onShow} isOld={isOld} onToggleGroup={toggleGroup} />
      ) : (
        <RecordTable
          type={type}
          view={view}
          rows={rows}
          selection={selection}
          isOld={isOld}
          peek={peek}
          onShow={onShow}
          onSelectRange={(from, to) => void onSelectRange(from, to)}
          onToggleGroup={toggleGroup}
          onOpen={open}
          onPeek={onPeek}
        />
      )}
      {!isPhone && <BulkBar type={type} filter={view.filter} count={count} selection={selection} />}
      <ListFoot type={type} filter={view.filter} count={count} />
    </ListFrame>
  );
}

function useInputs(type: RecordType, view: ListView, filters: string[]): RecordListInput[] {
  const fields = fieldsFor(type, view.columns);
  const inputs = filters.map((filter) => ({ type: type.key, filter, sort: view.sort, fields }));
  const text = JSON.stringify(inputs);
  // The same questions are the same lists, however often this is drawn.
  return useMemo(() => JSON.parse(text) as RecordListInput[], [text]);
}

function toggled(closed: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(closed);
  if (!next.delete(key)) next.add(key);
  return next;
}
