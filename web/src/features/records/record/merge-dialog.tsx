import { Button, Radio } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { type Field, manyOf, oneOf, type RecordType } from "../../types/index.ts";
import { type CrmRecord, FieldValue, isBlank, isSameValue } from "../../fields/index.ts";
import { useUndo } from "../save/undo.ts";
import { refreshRecords } from "../read/record-cache.ts";
import classes from "./merge-dialog.module.css";

/** Of a record only what is to be compared. */
type Compared = Pick<CrmRecord, "id" | "title" | "values">;

interface MergeDialogProps {
  type: RecordType;
  records: Compared[];
  onClose: () => void;
  /** With the id of the record that stays. */
  onMerged: (id: string) => void;
}

/** Several records that mean one: which of them stays, and whose value counts where they differ. */
export function MergeDialog({ type, records, onClose, onMerged }: MergeDialogProps) {
  const [into, setInto] = useState(records[0]?.id ?? "");
  /** By field, the record whose value is kept, where it is not the one that stays. */
  const [kept, setKept] = useState<Record<string, string>>({});
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const merge = useWrite("records.merge", {
    async onDone({ record, operation_id: operationId }) {
      onClose();
      onMerged(record.id);
      toast({ text: `${records.length} ${manyOf(type)} merged into “${record.title}”.`, undo: () => undo([operationId]) });
      await refreshRecords(client);
    },
  });
  const chosen = Object.entries(kept).flatMap(([key, id]) => {
    const record = records.find((one) => one.id === id);
    return record && id !== into ? [[key, record.values[key]] as const] : [];
  });
  const from = records.map((record) => record.id).filter((id) => id !== into);
  return (
    <Dialog title={`Merge ${records.length} ${manyOf(type)}`} opened onClose={onClose}>
      <DialogBody>
        <p className="k-muted">
          Choose the {oneOf(type)} to keep. Gaps are filled from the others, and their notes and history move along.
        </p>
        <Radio.Group value={into} onChange={setInto} label={`Keep this ${oneOf(type)}`} classNames={choice}>
          {records.map((record) => (
            <Radio value={record.id} label={record.title} key={record.id} />
          ))}
        </Radio.Group>
        {differing(type, records).map((field) => (
          <Radio.Group
            value={kept[field.key] ?? into}
            onChange={(id) => setKept({ ...kept, [field.key]: id })}
            label={field.label}
            classNames={choice}
            key={field.key}
          >
            {withOwnValue(field, records).map((record) => (
              <Radio value={record.id} label={<FieldValue field={field} value={record.values[field.key]} isInert />} key={record.id} />
            ))}
          </Radio.Group>
        ))}
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="filled"
          loading={merge.isPending}
          onClick={() => merge.mutate({ type: type.key, into, from, ...(chosen.length > 0 ? { values: Object.fromEntries(chosen) } : {}) })}
        >
          Merge
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const choice = { root: classes.choice ?? "", label: classes.choiceLabel ?? "" };

// Several values are put together by themselves; only where one can be kept is there something to choose.
const differing = (type: RecordType, records: Compared[]) =>
  type.fields.filter((field) => !field.is_multi && !field.is_read_only && withOwnValue(field, records).length > 1);

/** The first record of each different value. */
function withOwnValue(field: Field, records: Compared[]): Compared[] {
  const found: Compared[] = [];
  for (const record of records) {
    const value = record.values[field.key];
    if (!isBlank(value) && found.every((one) => !isSameValue(one.values[field.key], value))) found.push(record);
  }
  return found;
}
