import { useQueryClient } from "@tanstack/react-query";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useIsShortOf } from "../../../ui/browser.ts";
import type { Then } from "../../../ui/picker.tsx";
import { useRecentChanges } from "../../../live/recent-change.ts";
import type { Field, RecordType } from "../../types/index.ts";
import type { ListView } from "../../views/index.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { prefetchRecord, useSaveRecord } from "../../records/index.ts";
import type { FlatRow, FlatRows } from "./flat-rows.ts";
import { GroupRow } from "./group-row.tsx";
import classes from "./record-table.module.css";
import { createRowSlots } from "./row-slots.ts";
import { layoutOf, leastRoom, leastWidth, narrowLayout, templateOf } from "./table-columns.ts";
import { TableHead } from "./table-head.tsx";
import { cellId, type RowActions, SkeletonRow, TableRow } from "./table-row.tsx";
import { type Cursor, idAt, useCursor } from "./use-cursor.ts";
import type { Selection } from "./use-selection.ts";
import { useTableKeys } from "./use-table-keys.ts";

const ROW_PX = 36;
const HEAD_PX = 32;
const BULK_BAR_PX = 64;
const OVERSCAN = 4;
const HOVER_MS = 65;

interface RecordTableProps {
  type: RecordType;
  view: ListView;
  rows: FlatRows;
  selection: Selection;
  /** Rows are of the list before, while the new one loads. */
  isOld: boolean;
  /** The record in the side panel. */
  peek: string | undefined;
  onShow: (from: number, to: number) => void;
  onSelectRange: (from: number, to: number) => void;
  onToggleGroup: (key: string) => void;
  onOpen: (record: CrmRecord) => void;
  onPeek: (record: CrmRecord | undefined) => void;
}

interface Editing {
  id: string;
  row: number;
  column: number;
}

/** The table: rows of one height, drawn where they are seen, edited in place, walked with the keyboard. */
export function RecordTable(props: RecordTableProps) {
  const { type, view, rows, selection, isOld, peek, onShow, onSelectRange, onToggleGroup, onOpen, onPeek } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const save = useSaveRecord();
  const recent = useRecentChanges();
  const layout = useLayout(type, view);
  const { fields } = layout;
  const [editing, setEditing] = useState<Editing>();
  const editedRow = editing && rows.find(editing.id, editing.row);
  const anchor = useRef<number>(undefined);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The rows begin below the head, so that much less of them is in sight. The bar for what is selected floats over the last ones.
    scrollPaddingEnd: HEAD_PX + (selection.isEmpty ? 0 : BULK_BAR_PX),
    paddingEnd: selection.isEmpty ? 0 : BULK_BAR_PX,
    // A row that is being edited stays, wherever one scrolls: what was typed must not vanish.
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range);
        if (editedRow === undefined || drawn.includes(editedRow)) return drawn;
        return [...drawn, editedRow].toSorted((one, other) => one - other);
      },
      [editedRow],
    ),
  });
  const [slots] = useState(createRowSlots);
  const drawn = virtual.getVirtualItems().map(({ index, start }) => ({ index, start, row: rows.at(index) }));
  const names = drawn.map(({ index, row }) => nameOf(row, index));
  // What has the focus, an editor above all, must neither move nor become another row's.
  const isReusing = virtual.isScrolling && !editing && !hasFocusWithin(scroller.current);
  const placed = slots.place(names, isReusing).flatMap(({ slot, at }) => (drawn[at] ? [{ slot, ...drawn[at] }] : []));
  const [from, to] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0];
  useEffect(() => onShow(from, to), [onShow, from, to]);

  const recordAt = (index: number): CrmRecord | undefined => {
    const row = rows.at(index);
    return row.kind === "record" ? row.record : undefined;
  };
  const { cursor, moveTo, step, leave } = useCursor(rows, fields.length, (next: Cursor) => {
    virtual.scrollToIndex(next.row, { align: "auto" });
    scroller.current?.focus({ preventScroll: true });
    const record = recordAt(next.row);
    if (peek && record) onPeek(record);
  });
  const edit = (row: number, column: number) => {
    const field = fields[column];
    moveTo(row, column);
    const id = idAt(rows, row);
    if (field && !field.is_read_only && id) setEditing({ id, row, column });
  };
  const endEditing = () => {
    setEditing(undefined);
    scroller.current?.focus({ preventScroll: true });
  };
  const goOn = (then: Then) => {
    endEditing();
    if (!editing || editedRow === undefined || then === "stay" || then === "enter") return;
    const next = neighbour(fields, { row: editedRow, column: editing.column }, then === "next" ? 1 : -1);
    if (next) edit(next.row, next.column);
  };

  const latest: RowActions = {
    onSelect(index, isRange) {
      const record = recordAt(index);
      if (isRange && anchor.current !== undefined) onSelectRange(anchor.current, index);
      else if (record) selection.toggle(record);
      anchor.current = index;
    },
    onCell: (index, column) => moveTo(index, column),
    onEdit: edit,
    onSave(record, field, value, then) {
      save(record, { [field.key]: value });
      goOn(then);
    },
    onCancel: endEditing,
    onPoint(record) {
      clearTimeout(hover.current);
      if (record) hover.current = setTimeout(() => prefetchRecord(client, record.id), HOVER_MS);
    },
  };
  const actions = useStable(latest);

  const groupAt = (index: number) => {
    const row = rows.at(index);
    return row.kind === "group" ? row.group.key : undefined;
  };
  const onKeyDown = useTableKeys({
    scroller,
    cursor,
    step,
    page: () => Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2, 1),
    onEnds: (end) => moveTo(end === "first" ? 0 : rows.total - 1, cursor?.column ?? 0),
    onEdit: () => cursor && edit(cursor.row, cursor.column),
    onSelect: () => cursor && latest.onSelect(cursor.row, false),
    onExtend: (by) => {
      if (!cursor) return step(0);
      anchor.current ??= cursor.row;
      moveTo(cursor.row + by, cursor.column);
      onSelectRange(anchor.current, cursor.row + by);
    },
    onOpen: () => {
      const group = cursor && groupAt(cursor.row);
      const record = cursor && recordAt(cursor.row);
      if (group !== undefined) onToggleGroup(group);
      else if (record) onOpen(record);
    },
    onPeek: () => {
      const record = cursor && recordAt(cursor.row);
      if (record) onPeek(peek === record.id ? undefined : record);
    },
    onEscape: () => {
      // It is meant for the menu.
      if (document.querySelector("[data-menu-dropdown], .mantine-Popover-dropdown")) return;
      if (peek) onPeek(undefined);
      else if (!selection.isEmpty) selection.clear();
      else leave();
    },
  });

  return (
    <div
      className={classes.table}
      style={{ "--columns": templateOf(layout), "--least": leastRoom(layout) } as CSSProperties}
      role="grid"
      aria-label={type.label_plural}
      aria-rowcount={rows.total + 1}
      aria-colcount={fields.length + 1}
      aria-multiselectable
      aria-activedescendant={cursor && !editing ? cellId(cursor.row, cursor.column) : undefined}
      aria-busy={isOld}
      tabIndex={0}
      data-old={isOld || undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => event.currentTarget.toggleAttribute("data-scrolled", event.currentTarget.scrollLeft > 0)}
      ref={scroller}
    >
      <TableHead type={type} fields={fields} view={view} selection={selection} />
      <div className={classes.body} style={{ height: virtual.getTotalSize() }} role="rowgroup">
        {placed.map(({ slot, index, start, row }) => {
          const isCurrent = cursor?.row === index;
          if (row.kind === "group")
            return (
              <GroupRow
                group={row.group}
                index={index}
                top={start}
                isOpen={row.isOpen}
                isCurrent={isCurrent}
                onToggle={() => onToggleGroup(row.group.key)}
                key={slot}
              />
            );
          if (!row.record) return <SkeletonRow index={index} top={start} columns={fields.length} key={slot} />;
          return (
            <TableRow
              type={type}
              fields={fields}
              record={row.record}
              index={index}
              top={start}
              isSelected={selection.isSelected(row.record.id)}
              isOpen={peek === row.record.id}
              current={isCurrent ? cursor.column : undefined}
              editing={editing?.id === row.record.id ? editing.column : undefined}
              recent={recent.get(row.record.id)}
              actions={actions}
              key={slot}
            />
          );
        })}
      </div>
    </div>
  );
}

/** As the view says, and in a narrow window what matters first. */
function useLayout(type: RecordType, { columns, widths }: ListView) {
  const wide = useMemo(() => layoutOf(type, { columns, widths }), [type, columns, widths]);
  const isNarrow = useIsShortOf(leastWidth(wide));
  return useMemo(() => (isNarrow ? narrowLayout(type, wide) : wide), [isNarrow, type, wide]);
}

/** The next cell that can be edited, to the right and then in the row below, or the other way. */
function neighbour(fields: Field[], { row, column }: Cursor, step: 1 | -1): Cursor | undefined {
  const editable = fields.map((field, at) => (field.is_read_only ? -1 : at)).filter((at) => at >= 0);
  const next = step === 1 ? editable.find((at) => at > column) : editable.findLast((at) => at < column);
  if (next !== undefined) return { row, column: next };
  const first = step === 1 ? editable[0] : editable.at(-1);
  return first === undefined || row + step < 0 ? undefined : { row: row + step, column: first };
}

function nameOf(row: FlatRow, index: number): string {
  if (row.kind === "group") return `group ${row.group.key}`;
  return row.record?.id ?? `row ${index}`;
}

const hasFocusWithin = (element: HTMLElement | null) =>
  element !== null && document.activeElement !== element && element.contains(document.activeElement);

/** Functions that stay the same while what they do keeps up. */
function useStable(latest: RowActions): RowActions {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useMemo(
    () => ({
      onSelect: (...given) => current.current.onSelect(...given),
      onCell: (...given) => current.current.onCell(...given),
      onEdit: (...given) => current.current.onEdit(...given),
      onSave: (...given) => current.current.onSave(...given),
      onCancel: () => current.current.onCancel(),
      onPoint: (...given) => current.current.onPoint(...given),
    }),
    [],
  );
}
