import { useState } from "react";
import type { Then } from "../../../ui/picker.tsx";
import { fieldOf, type RecordType } from "../../types/index.ts";
import { NAME } from "../../views/index.ts";
import { type CrmRecord, FieldEditor } from "../../fields/index.ts";
import { useSaveRecord } from "../save/save-record.ts";
import classes from "./record-head.module.css";
import fieldClasses from "./record.module.css";
import { useFocusBack } from "./use-focus-back.ts";

interface EditableTitleProps {
  type: RecordType;
  record: CrmRecord;
  /** 1 on a page of its own, 2 beside a list. */
  level: 1 | 2;
}

/** What the record is called. The name has no line among the fields: it is edited where it stands. */
export function EditableTitle({ type, record, level }: EditableTitleProps) {
  const [isEditing, setEditing] = useState(false);
  const { button, giveBack } = useFocusBack();
  const save = useSaveRecord();
  const field = fieldOf(type, NAME);
  const canEdit = field !== undefined && !field.is_read_only && record.deleted_at === null;
  const Heading = level === 1 ? "h1" : "h2";
  const leave = (then?: Then) => {
    setEditing(false);
    giveBack(then);
  };
  return (
    <div className={classes.titlePlace} data-level={level} data-field={NAME}>
      {/* The page keeps its heading while the name is edited. */}
      <Heading className={classes.title} hidden={isEditing}>
        {record.title}
      </Heading>
      {canEdit && isEditing && (
        <div className={`${fieldClasses.editor} ${classes.titleEditor}`} data-editing>
          <FieldEditor
            field={field}
            value={record.values[NAME] ?? record.title}
            onSave={(next, then) => {
              save(record, { [NAME]: next });
              leave(then);
            }}
            onCancel={() => leave()}
          />
        </div>
      )}
      {canEdit && !isEditing && (
        <button
          className={fieldClasses.edit}
          type="button"
          ref={button}
          aria-label={`Edit ${field.label}`}
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  );
}
