import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { type Field, oneOf, type RecordType } from "../../types/index.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { CreateRelatedContext, type CrmRecord, FieldEditor, isRelated } from "../../fields/index.ts";
import { recordQuery } from "../read/use-record.ts";

interface MergeWithProps {
  type: RecordType;
  record: CrmRecord;
  onClose: () => void;
}

/** The same thing written down twice: first which other record, then what of each is kept. */
export function MergeWith({ type, record, onClose }: MergeWithProps) {
  const [otherId, setOtherId] = useState<string>();
  const navigate = useNavigate();
  const other = useQuery({ ...recordQuery(otherId ?? ""), enabled: otherId !== undefined }).data;
  if (other)
    return (
      <MergeDialog
        type={type}
        records={[record, other]}
        onClose={onClose}
        onMerged={(id) => void navigate({ to: "/records/$type/$id", params: { type: type.key, id } })}
      />
    );
  return (
    <Dialog title={`Merge “${record.title}”`} opened onClose={onClose} width={400}>
      <DialogBody>
        <p className="k-muted">Which other {oneOf(type)} is the same?</p>
        <CreateRelatedContext value={undefined}>
          <FieldEditor
            field={anyOf(type)}
            value={null}
            look="form"
            isFirst
            except={record.id}
            onSave={(chosen) => isRelated(chosen) && setOtherId(chosen.id)}
            onCancel={onClose}
          />
        </CreateRelatedContext>
      </DialogBody>
    </Dialog>
  );
}

/** A field that holds one record of the type, which is what the editor for related records wants to know. */
const anyOf = (type: RecordType): Field => ({
  key: "other",
  label: `Other ${oneOf(type)}`,
  field_type: "relation",
  type: "relation",
  is_multi: false,
  is_required: true,
  is_read_only: false,
  is_unique: false,
  is_domain: false,
  options: null,
  relation: { type: type.key, is_many: false, inverse: null },
});
