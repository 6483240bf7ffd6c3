import { Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, memo, useRef } from "react";
import type { Field, RecordType } from "../../types/index.ts";
import { DEFAULT_SORT, type ListView, NAME, widthOf } from "../../views/index.ts";
import { isFigure } from "../../fields/index.ts";
import type { Selection } from "./use-selection.ts";
import { directionOf, nextSort, nextThen, sortKeys } from "../sort.ts";
import { boundedWidth, isSortable } from "./table-columns.ts";
import { useColumnDrag } from "./use-column-drag.ts";
import { useColumnResize } from "./use-column-resize.ts";
import classes from "./record-table.module.css";

interface TableHeadProps {
  type: RecordType;
  fields: Field[];
  view: ListView;
  selection: Selection;
}

const STEP_PX = 16;

/** Drawn when one of these changes, and not whenever a row comes into sight. */
export const TableHead = memo(function TableHead({ type, fields, view, selection }: TableHeadProps) {
  const isWhole = selection.isAll && selection.records.size === 0;
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      <div className={`${classes.headCell} ${classes.check}`} role="columnheader" aria-colindex={1}>
        <Checkbox
          checked={isWhole}
          indeterminate={!selection.isEmpty && !isWhole}
          onChange={() => (selection.isEmpty ? selection.selectAll() : selection.clear())}
          aria-label={`Select all ${type.label_plural.toLowerCase()}`}
        />
      </div>
      {fields.map((field, at) => (
        <HeadCell type={type} field={field} at={at} view={view} key={field.key} />
      ))}
    </div>
  );
});

interface HeadCellProps {
  type: RecordType;
  field: Field;
  at: number;
  view: ListView;
}

function HeadCell({ type, field, at, view }: HeadCellProps) {
  const cell = useRef<HTMLDivElement>(null);
  const direction = directionOf(field, view.sort);
  const keys = sortKeys(view.sort);
  const place = keys.findIndex(({ key }) => key === field.key);
  const isName = field.key === NAME;
  const setWidth = (width: number) => view.set({ widths: { ...view.widths, [field.key]: boundedWidth(width) } });
  const moveTo = (key: string, to: number) => view.set({ columns: moved(view.columns, key, to) });
  const edge = useColumnDrag(cell, field.key, !isName, (key, after) => moveTo(key, view.columns.indexOf(field.key) + (after ? 1 : 0)));
  const grip = useColumnResize(cell, setWidth);
  const width = () => (isName ? (cell.current?.offsetWidth ?? 0) : widthOf(field, view.widths));

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !(event.shiftKey || event.altKey)) return;
    event.preventDefault();
    if (event.shiftKey) setWidth(width() + step * STEP_PX);
    else if (!isName) moveTo(field.key, view.columns.indexOf(field.key) + (step > 0 ? 2 : -1));
  };
  const title = isName ? type.label : field.label;
  return (
    <div
      className={isName ? `${classes.headCell} ${classes.name}` : classes.headCell}
      role="columnheader"
      aria-colindex={at + 2}
      // A reader of the page is told of one column: the first.
      aria-sort={place === 0 ? direction : undefined}
      data-figure={isFigure(field) || undefined}
      data-edge={edge}
      ref={cell}
    >
      {isSortable(field) ? (
        <button
          className={classes.sort}
          type="button"
          data-sorted={direction !== undefined || undefined}
          onClick={(event) => view.set({ sort: (event.shiftKey ? nextThen : nextSort)(field, view.sort, DEFAULT_SORT) })}
          onKeyDown={onKeyDown}
          title={`Sort by ${title.toLowerCase()}. With Shift, after the columns it is sorted by. Shift and arrows change the width, Alt and arrows the place.`}
        >
          <span className="k-truncate">{title}</span>
          {direction === "ascending" && <IconArrowUp size={12} stroke={1.75} aria-hidden />}
          {direction === "descending" && <IconArrowDown size={12} stroke={1.75} aria-hidden />}
          {keys.length > 1 && place >= 0 && <span className={`${classes.place} k-number`}>{place + 1}</span>}
        </button>
      ) : (
        // Not a way to sort, but the keyboard moves and widens this column like any other.
        <button
          className={classes.sort}
          type="button"
          onKeyDown={onKeyDown}
          title="Shift and arrows change the width, Alt and arrows the place."
        >
          <span className="k-truncate">{title}</span>
        </button>
      )}
      <span className={classes.grip} aria-hidden {...grip} />
    </div>
  );
}

/** The column before the place given; the place counts the columns as they stand. */
function moved(columns: string[], key: string, to: number): string[] {
  const from = columns.indexOf(key);
  const place = Math.min(Math.max(to, 0), columns.length);
  const rest = columns.filter((one) => one !== key);
  rest.splice(from >= 0 && from < place ? place - 1 : place, 0, key);
  return rest;
}
