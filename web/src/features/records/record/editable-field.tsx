import { useState } from "react";
import type { Then } from "../../../ui/picker.tsx";
import { useRecentChange } from "../../../live/recent-change.ts";
import type { Field, RecordType } from "../../types/index.ts";
import { type CrmRecord, FieldEditor, FieldValue, isBlank } from "../../fields/index.ts";
import { useSaveRecord } from "../save/save-record.ts";
import classes from "./record.module.css";
import { useFocusBack } from "./use-focus-back.ts";

interface EditableFieldProps {
  type: RecordType;
  field: Field;
  record: CrmRecord;
}

/** A label and its value: a click, or Enter, edits it in place. */
export function EditableField({ type, field, record }: EditableFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const { button, giveBack } = useFocusBack();
  const save = useSaveRecord();
  const recent = useRecentChange(record.id, field.key);
  const value = record.values[field.key];
  const shown = isBlank(value) ? (
    <span className="k-faint">Empty</span>
  ) : (
    <FieldValue field={field} value={value} look="page" type={type} record={record} />
  );
  const leave = (then?: Then) => {
    setEditing(false);
    giveBack(then);
  };
  return (
    <div className={`${classes.field} k-recent`} data-recent={recent ? "" : undefined} data-field={field.key}>
      <span className={classes.label}>{field.label}</span>
      {isEditing ? (
        <div className={classes.editor} data-editing>
          <FieldEditor
            field={field}
            value={value}
            onSave={(next, then) => {
              save(record, { [field.key]: next });
              leave(then);
            }}
            onCancel={() => leave()}
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
