import { Button } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../../api.ts";
import { Declined, useWrite } from "../../calls.ts";
import { useFieldErrors } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { Effects, type FieldEffects, hasEffects } from "./effects.tsx";
import { inputErrors, draftOf, startOf, toFieldChange, toNewField } from "./field-draft.ts";
import { FieldInputs } from "./field-inputs.tsx";
import { afterChange } from "./change-types.ts";
import { type Field, type FieldKind, fieldOf, type RecordType, type TypeList } from "./types.ts";

interface FieldDialogProps {
  type: RecordType;
  all: TypeList["items"];
  /** The field to change; a new one is added without. */
  field: Field | undefined;
  /** What a new field begins as. */
  start?: { label: string; kind: FieldKind } | undefined;
  opened: boolean;
  onClose: () => void;
  onAdded?: (key: string) => void;
}

export function FieldDialog(props: FieldDialogProps) {
  const { type, field, opened, onClose } = props;
  const title = field ? field.label : `Add a field to ${type.label_plural}`;
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <FieldForm {...props} />
    </Dialog>
  );
}

function FieldForm({ type, all, field, start, onClose, onAdded }: FieldDialogProps) {
  const relatedOf = (key: string | undefined) => all.find((one) => one.key === key);
  const inverse = field?.relation?.inverse ? fieldOf(relatedOf(field.relation.type) ?? type, field.relation.inverse) : undefined;
  const [draft, setDraft] = useState(() => (start ? startOf(type, start) : draftOf(field, inverse)));
  const [refused, setErrors] = useState<Record<string, string>>({});
  const { errors, failure } = useFieldErrors(refused, draft);
  const { save, preview, previewed, back, isWorking } = useSave({
    type,
    field,
    onClose,
    onAdded,
    onFail: (error) => setErrors(readErrors(error)),
  });

  const submit = () => {
    const fieldErrors = inputErrors(type, draft, relatedOf(draft.relatedType));
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length > 0) return;
    if (field) preview(toFieldChange(type, field, draft));
    else save(toNewField(type, draft, relatedOf(draft.relatedType)));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (previewed) save(previewed.input);
        else submit();
      }}
    >
      <DialogBody>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {previewed ? (
          <Effects type={type} field={draft.label} effects={previewed.effects} />
        ) : (
          <FieldInputs type={type} all={all} field={field} draft={draft} errors={errors} onChange={setDraft} />
        )}
      </DialogBody>
      <DialogFoot tip={field && !previewed ? "What a change would do is shown before it is saved." : undefined}>
        <Button size="sm" onClick={previewed ? back : onClose}>
          {previewed ? "Back" : "Cancel"}
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isWorking}>
          {field ? "Save" : "Add field"}
        </Button>
      </DialogFoot>
    </form>
  );
}

type NewField = ReturnType<typeof toNewField>;
type Change = ReturnType<typeof toFieldChange>;

interface SaveOptions {
  type: RecordType;
  field: Field | undefined;
  onClose: () => void;
  onAdded: ((key: string) => void) | undefined;
  onFail: (error: Error) => void;
}

/** A change is tried first. What nobody would notice is saved at once; anything else is shown and asked about. */
function useSave({ type, field, onClose, onAdded, onFail }: SaveOptions) {
  const toast = useToast();
  const [previewed, setPreviewed] = useState<{ input: Change; effects: FieldEffects }>();
  const add = useWrite("types.addField", { refresh: afterChange, showsError: false });
  const change = useWrite("types.updateField", { refresh: afterChange, showsError: false });
  const trial = useWrite("types.updateField", { showsError: false });
  const fail = (error: Error) => {
    setPreviewed(undefined);
    if (!(error instanceof Declined)) onFail(error);
  };
  const done = (text: string) => {
    toast({ text });
    onClose();
  };
  const added = ({ key, label }: NewField) => {
    onAdded?.(key);
    done(`${label} added to ${type.label_plural}.`);
  };
  const save = (input: NewField | Change) =>
    "field" in input
      ? change.mutate(input, { onError: fail, onSuccess: () => done(`${input.label} saved.`) })
      : add.mutate(input, { onError: fail, onSuccess: () => added(input) });
  const preview = (input: Change) =>
    trial.mutate(
      { ...input, dry_run: true },
      {
        onError: fail,
        onSuccess: (effects) => (hasEffects(effects) ? setPreviewed({ input, effects }) : save(input)),
      },
    );
  const isWorking = add.isPending || change.isPending || trial.isPending;
  return { save, preview, previewed: field && previewed, back: () => setPreviewed(undefined), isWorking };
}

function readErrors(error: Error): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {};
  const named = { ...fields };
  if (named["is_unique"]) named["is_unique"] = `${error.message} ${named["is_unique"]}`;
  return Object.keys(named).length > 0 ? named : { "": error.message };
}
