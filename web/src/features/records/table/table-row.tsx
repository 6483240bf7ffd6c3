import { memo, type MouseEvent } from "react";
import type { Then } from "../../../ui/picker.tsx";
import { Tick } from "../../../ui/tick.tsx";
import type { RecentChange } from "../../events/recent-change.ts";
import type { Field, RecordType } from "../../types/types.ts";
import { FieldEditor } from "../field-editor/field-editor.tsx";
import { FieldValue, isFigure } from "../field-value.tsx";
import type { CrmRecord } from "../record.ts";
import classes from "./record-table.module.css";

/** What can be done in a row. The functions stay the same from one drawing to the next, so that only rows that changed are drawn. */
export interface RowActions {
  onSelect: (index: number, isRange: boolean) => void;
  onCell: (index: number, column: number) => void;
  onEdit: (index: number, column: number) => void;
  onSave: (record: CrmRecord, field: Field, value: unknown, then: Then) => void;
  onCancel: () => void;
  onOpen: (record: CrmRecord) => void;
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
  return (
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
    >
      <div className={`${classes.cell} ${classes.check}`} role="gridcell" aria-colindex={1}>
        <Tick label={`Select ${record.title}`} isTicked={isSelected} onTick={(isRange) => actions.onSelect(index, isRange)} />
      </div>
      {fields.map((field, column) => (
        <Cell
          type={type}
          field={field}
          record={record}
          index={index}
          column={column}
          isCurrent={current === column}
          isEditing={editing === column}
          isRecent={recent?.has(field.key) ?? false}
          actions={actions}
          key={field.key}
        />
      ))}
    </div>
  );
});

interface CellProps {
  type: RecordType;
  field: Field;
  record: CrmRecord;
  index: number;
  column: number;
  isCurrent: boolean;
  isEditing: boolean;
  /** Somebody else changed it just now. */
  isRecent: boolean;
  actions: RowActions;
}

function Cell({ type, field, record, index, column, isCurrent, isEditing, isRecent, actions }: CellProps) {
  const isName = column === 0;
  const value = record.values[field.key];
  const onClick = (event: MouseEvent) => {
    // A link inside the cell is a way elsewhere; the cell itself is what is being pointed at.
    if (event.target instanceof Element && event.target.closest("a")) return;
    if (isCurrent) actions.onEdit(index, column);
    else actions.onCell(index, column);
  };
  if (isEditing)
    return (
      <div className={isName ? `${classes.cell} ${classes.name}` : classes.cell} role="gridcell" aria-colindex={column + 2} data-editing>
        <div className={classes.editor}>
          <FieldEditor
            field={field}
            value={isName ? record.title : value}
            onSave={(next, then) => actions.onSave(record, field, next, then)}
            onCancel={actions.onCancel}
          />
        </div>
      </div>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the table answers the keys for all its cells
    <div
      className={isName ? `${classes.cell} ${classes.name} k-recent` : `${classes.cell} k-recent`}
      data-recent={isRecent ? "" : undefined}
      id={cellId(index, column)}
      role={isName ? "rowheader" : "gridcell"}
      aria-colindex={column + 2}
      tabIndex={-1}
      data-field={field.key}
      data-figure={isFigure(field) || undefined}
      data-quiet={(!isName && QUIET.has(field.type)) || undefined}
      data-current={isCurrent || undefined}
      onClick={onClick}
      onDoubleClick={() => actions.onEdit(index, column)}
    >
      {isName ? (
        // The router's own link listens to the router, which in every row of a list is felt.
        <a
          className={`${classes.link} k-truncate`}
          href={`/records/${record.type}/${record.id}`}
          tabIndex={-1}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            actions.onOpen(record);
          }}
        >
          {record.title}
        </a>
      ) : (
        <FieldValue field={field} value={value} type={type} record={record} />
      )}
    </div>
  );
}

/** What only places a record stands back behind what it is about. */
const QUIET = new Set(["relation", "text", "long_text", "email", "phone", "url", "datetime"]);

const bars = [46, 34, 40, 52, 30, 38];

/** The shape of a row that is on its way. */
export function SkeletonRow({ index, top, columns }: { index: number; top: number; columns: number }) {
  return (
    <div
      className={`${classes.row} ${classes.skeleton}`}
      style={{ top }}
      role="row"
      aria-rowindex={index + 2}
      aria-busy
    >
      <div className={`${classes.cell} ${classes.check}`} role="gridcell" aria-label="On its way">
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
