import type { Shape } from "@kith/filter/kinds";
import { memo, type MouseEvent } from "react";
import type { Then } from "../../../ui/picker.tsx";
import { Tick } from "../../../ui/tick.tsx";
import type { RecentChange } from "../../../live/recent-change.ts";
import { factsOf, type Field, type RecordType } from "../../types/index.ts";
import { type CrmRecord, FieldEditor, fieldValue, isFigure, RecordLink } from "../../fields/index.ts";
import classes from "./record-table.module.css";

/** What can be done in a row. The functions stay the same from one drawing to the next, so that only rows that changed are drawn. */
export interface RowActions {
  onSelect: (index: number, isRange: boolean) => void;
  onCell: (index: number, column: number) => void;
  onEdit: (index: number, column: number) => void;
  onSave: (record: CrmRecord, field: Field, value: unknown, then: Then) => void;
  onCancel: () => void;
  onPoint: (record: CrmRecord | undefined) => void;
}

interface TableRowProps {
  type: RecordType;
  fields: Field[];
  record: CrmRecord;
  index: number;
  /** In pixels from the top of all rows. */
  top: number;
  isSelected: boolean;
  isOpen: boolean;
  /** The column the keyboard stands on in this row. */
  current: number | undefined;
  editing: number | undefined;
  /** What others changed in it just now, by field. */
  recent: ReadonlyMap<string, RecentChange> | undefined;
  actions: RowActions;
}

export const cellId = (index: number, column: number) => `cell-${index}-${column}`;

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { type, fields, record, index, top, isSelected, isOpen, current, editing, recent, actions } = props;
  const columnOf = ({ target, currentTarget }: MouseEvent) => {
    // A click in a list that hangs on the row comes by here, too, and is not in it.
    const cell = target instanceof Element && currentTarget.contains(target) ? target.closest("[data-field]") : null;
    return fields.findIndex((field) => field.key === cell?.getAttribute("data-field"));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the table answers the keys for all its cells
    <div
      className={classes.row}
      style={{ top }}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-current={current !== undefined || undefined}
      data-open={isOpen || undefined}
      onMouseEnter={() => actions.onPoint(record)}
      onMouseLeave={() => actions.onPoint(undefined)}
      onClick={(event) => {
        const column = columnOf(event);
        // A link inside the cell is a way elsewhere; the cell itself is what is being pointed at.
        if (column < 0 || (event.target instanceof Element && event.target.closest("a"))) return;
        if (current === column) actions.onEdit(index, column);
        else actions.onCell(index, column);
      }}
      onDoubleClick={(event) => {
        const column = columnOf(event);
        if (column >= 0) actions.onEdit(index, column);
      }}
    >
      <div className={`${classes.cell} ${classes.check}`} role="gridcell" aria-colindex={1}>
        <Tick label={`Select ${record.title}`} isTicked={isSelected} onTick={(isRange) => actions.onSelect(index, isRange)} />
      </div>
      {fields.map((field, column) => {
        if (editing === column) return <EditedCell field={field} record={record} column={column} actions={actions} key={field.key} />;
        const isCurrent = current === column;
        return (
          <div
            className={classOf(field, column)}
            data-recent={recent?.has(field.key) ? "" : undefined}
            id={isCurrent ? cellId(index, column) : undefined}
            role={column === 0 ? "rowheader" : "gridcell"}
            aria-colindex={column + 2}
            data-field={field.key}
            data-current={isCurrent || undefined}
            key={field.key}
          >
            {column === 0 ? (
              <RecordLink className={`${classes.link} k-truncate`} type={record.type} id={record.id} tabIndex={-1}>
                {record.title}
              </RecordLink>
            ) : (
              fieldValue({ field, value: record.values[field.key], type, record })
            )}
          </div>
        );
      })}
    </div>
  );
});

interface EditedCellProps {
  field: Field;
  record: CrmRecord;
  column: number;
  actions: RowActions;
}

function EditedCell({ field, record, column, actions }: EditedCellProps) {
  const isName = column === 0;
  return (
    <div className={isName ? `${classes.cell} ${classes.name}` : classes.cell} role="gridcell" aria-colindex={column + 2} data-editing>
      <div className={classes.editor}>
        <FieldEditor
          field={field}
          value={isName ? record.title : record.values[field.key]}
          onSave={(next, then) => actions.onSave(record, field, next, then)}
          onCancel={actions.onCancel}
        />
      </div>
    </div>
  );
}

function classOf(field: Field, column: number): string {
  if (column === 0) return `${classes.cell} ${classes.name} k-recent`;
  if (isFigure(field)) return `${classes.cell} ${classes.figure} k-recent`;
  return QUIET.has(factsOf(field).shape) ? `${classes.cell} ${classes.quiet} k-recent` : `${classes.cell} k-recent`;
}

/** What only places a record stands back behind what it is about. */
const QUIET = new Set<Shape>(["record", "text", "moment"]);

const bars = [46, 34, 40, 52, 30, 38];

/** The shape of a row that is on its way. */
export function SkeletonRow({ index, top, columns }: { index: number; top: number; columns: number }) {
  return (
    <div className={`${classes.row} ${classes.skeleton}`} style={{ top }} role="row" aria-rowindex={index + 2} aria-busy>
      <div className={`${classes.cell} ${classes.check}`} role="gridcell" aria-label="Saving">
        <span className={classes.box} />
      </div>
      {Array.from({ length: columns }, (_, column) => (
        <div className={column === 0 ? `${classes.cell} ${classes.name}` : classes.cell} role="presentation" key={column}>
          <span className={classes.bar} style={{ width: `${bars[(index * 7 + column) % bars.length]}%` }} />
        </div>
      ))}
    </div>
  );
}
