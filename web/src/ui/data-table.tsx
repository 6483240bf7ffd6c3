import { Checkbox, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";
import { useHasRoom } from "./browser.ts";
import { type Selection, toggled, useRowKeys } from "./selection.ts";

export interface Column<Row> {
  title: string;
  /** In pixels; the one column without a width takes what is left. */
  width?: number;
  cell: (row: Row) => ReactNode;
  /** The column that names the row. */
  isName?: boolean;
  /** Figures stand below each other, at the right. */
  isNumber?: boolean;
  /** Long text takes several lines instead of being cut off. */
  wraps?: boolean;
  /** The first to go where there is no room for all columns. */
  isExtra?: boolean;
}

/** A row on a phone: two lines, the name and one figure, then the rest in small. */
interface PhoneRow {
  title: ReactNode;
  side?: ReactNode;
  detail: ReactNode;
  /** A button with a label, on a line of its own: in place of `more`, which has room for an icon. */
  action?: ReactNode;
}

interface DataTableProps<Row> {
  label: string;
  rows: Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  columns: Column<Row>[];
  phone: (row: Row) => PhoneRow;
  /** What can be done with one row, usually a menu. */
  more?: (row: Row) => ReactNode;
  moreWidth?: number;
  selection?: Selection;
}

/** The least that is left for the one column without a width. */
const MIN_FREE_PX = 180;
const CHECK_PX = 40;

/** Where the columns do not fit the window, those that matter least go first; where that is not enough, each row is lines, as on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, more, moreWidth = 48, selection } = props;
  const main = columns.filter((column) => !column.isExtra);
  const beside = (more ? moreWidth : 0) + (selection ? CHECK_PX : 0);
  const widthOf = (shown: Column<Row>[]) => shown.reduce((sum, { width = MIN_FREE_PX }) => sum + width, beside);
  const hasRoom = useHasRoom(widthOf(columns));
  const hasSomeRoom = useHasRoom(widthOf(main));
  if (!hasRoom && !hasSomeRoom) return <PhoneList {...props} />;
  return <DeskTable {...props} columns={hasRoom ? columns : main} />;
}

function DeskTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, rowName, columns, more, moreWidth = 48, selection } = props;
  const ids = rows.map(rowId);
  const current = useRowKeys(ids, selection);
  return (
    <div className={classes.box}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th className={`${classes.head} ${classes.check}`} style={{ width: CHECK_PX }} scope="col">
                <SelectAll ids={ids} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <th
                className={classes.head}
                key={column.title}
                style={{ width: column.width }}
                scope="col"
                data-number={column.isNumber || undefined}
              >
                {column.title}
              </th>
            ))}
            {more && (
              <th className={`${classes.head} ${classes.end}`} style={{ width: moreWidth }} scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = rowId(row);
            const isSelected = selection?.selected.has(id);
            return (
              <tr className={classes.row} key={id} data-selected={isSelected || undefined} data-current={current === id || undefined}>
                {selection && (
                  <td className={`${classes.cell} ${classes.check}`}>
                    <Checkbox
                      checked={isSelected}
                      onChange={() => selection.onChange(toggled(selection.selected, id))}
                      aria-label={`Select ${rowName(row)}`}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell column={column} row={row} key={column.title} />
                ))}
                {more && <td className={`${classes.cell} ${classes.end}`}>{more(row)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const wraps = column.wraps || undefined;
  if (!column.isName)
    return (
      <td className={classes.cell} data-wraps={wraps} data-number={column.isNumber || undefined}>
        {column.cell(row)}
      </td>
    );
  return (
    <th className={`${classes.cell} ${classes.name}`} data-wraps={wraps} scope="row">
      {column.cell(row)}
    </th>
  );
}

function SelectAll({ ids, selection }: { ids: string[]; selection: Selection }) {
  const count = ids.filter((id) => selection.selected.has(id)).length;
  const all = count === ids.length && count > 0;
  return (
    <Checkbox
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={() => selection.onChange(new Set(all ? [] : ids))}
      aria-label="Select all"
    />
  );
}

function PhoneList<Row>({ label, rows, rowId, phone, more }: DataTableProps<Row>) {
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => {
        const { title, side, detail, action } = phone(row);
        return (
          <li className={classes.item} key={rowId(row)}>
            <span className={`${classes.title} k-truncate`}>{title}</span>
            <span className={classes.side}>{side}</span>
            <span className={classes.detail} data-wide={action ? true : undefined}>
              {detail}
            </span>
            {action ? <span className={classes.action}>{action}</span> : <span className={classes.more}>{more?.(row)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
