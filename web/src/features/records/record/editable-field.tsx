import { useRef, useState } from "react";
import { useRecentChange } from "../../../live/recent-change.ts";
import type { Field, RecordType } from "../../types/index.ts";
import { type CrmRecord, FieldEditor, FieldValue, isBlank } from "../../fields/index.ts";
import { useSaveRecord } from "../save/save-record.ts";
import classes from "./record.module.css";

interface EditableFieldProps {
  type: RecordType;
  field: Field;
  record: CrmRecord;
}

/** A label and its value: a click, or Enter, edits it in place. */
export function EditableField({ type, field, record }: EditableFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const save = useSaveRecord();
  const recent = useRecentChange(record.id, field.key);
  const value = record.values[field.key];
  const shown = isBlank(value) ? (
    <span className="k-faint">Empty</span>
  ) : (
    <FieldValue field={field} value={value} look="page" type={type} record={record} />
  );
  const leave = () => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
  };
  return (
    <div className={`${classes.field} k-recent`} data-recent={recent ? "" : undefined} data-field={field.key}>
      <span className={classes.label}>{field.label}</span>
      {isEditing ? (
        <div className={classes.editor} data-editing>
          <FieldEditor
            field={field}
            value={value}
            onSave={(next) => {
              save(record, { [field.key]: next });
              leave();
            }}
            onCancel={leave}
          />
        </div>
      ) : field.is_read_only || record.deleted_at ? (
        <div className={classes.value}>{shown}</div>
      ) : (
        <div className={classes.value}>
          {shown}
          <button className={classes.edit} type="button" ref={button} aria-label={`Edit ${field.label}`} onClick={() => setEditing(true)} />
        </div>
      )}
    </div>
  );
}
