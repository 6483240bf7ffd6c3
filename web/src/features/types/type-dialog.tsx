import * as operations from "@kith/server/features/types/operations";
import { Button, TextInput } from "@mantine/core";
import { type AnswerOf } from "../../api.ts";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { FormColumn } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { afterChange } from "./change-types.ts";
import { IconPicker } from "./icon-picker.tsx";
import { keyFrom } from "./kinds.ts";
import type { RecordType, TypeList } from "./types.ts";

interface TypeDialogProps {
  /** The type to change; a new one is made without. */
  type: RecordType | undefined;
  all: TypeList["items"];
  opened: boolean;
  onClose: () => void;
  onAdded: (key: string) => void;
}

export function TypeDialog(props: TypeDialogProps) {
  const { type, opened, onClose } = props;
  return (
    <Dialog title={type ? type.label_plural : "Add a type"} opened={opened} onClose={onClose} width={400}>
      {type ? <RenameForm {...props} type={type} /> : <NewForm {...props} />}
    </Dialog>
  );
}

function NewForm({ all, onClose, onAdded }: TypeDialogProps) {
  const toast = useToast();
  const taken = all.map((type) => type.key);
  const { form, submit, failure, isSending } = useOperationForm("types.create", {
    schema: operations.create.input,
    initialValues: { label: "", label_plural: "", key: "", icon: "table" },
    toInput: (values) => values,
    refresh: afterChange,
    onDone: (made: AnswerOf<"types.create">) => {
      toast({ text: `${made.label_plural} added.` });
      onAdded(made.key);
    },
  });
  const { label, label_plural: plural, key } = form.values;
  const rename = (next: string) =>
    form.setValues({
      label: next,
      // Both follow the name until somebody says otherwise.
      ...(plural === pluralOf(label) ? { label_plural: pluralOf(next) } : {}),
      ...(key === keyFrom(label, taken) ? { key: keyFrom(next, taken) } : {}),
    });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormColumn>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput
            label="Singular name"
            placeholder="Invoice"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("label")}
            onChange={(event) => rename(event.currentTarget.value)}
          />
          <TextInput label="Plural name" placeholder="Invoices" autoComplete="off" {...form.getInputProps("label_plural")} />
          <TextInput
            label="Key"
            classNames={{ input: "k-mono" }}
            description="For filters and the API. It cannot change later."
            inputWrapperOrder={["label", "input", "error", "description"]}
            autoComplete="off"
            {...form.getInputProps("key")}
          />
          <IconPicker value={form.values.icon} onChange={(icon) => form.setFieldValue("icon", icon)} />
        </FormColumn>
      </DialogBody>
      <Foot onClose={onClose} isSending={isSending} submit="Add type" />
    </form>
  );
}

function RenameForm({ type, onClose }: TypeDialogProps & { type: RecordType }) {
  const toast = useToast();
  const { form, submit, failure, isSending } = useOperationForm("types.update", {
    schema: operations.update.input.omit({ type: true }),
    initialValues: { label: type.label, label_plural: type.label_plural, icon: type.icon },
    toInput: (values) => ({ type: type.key, ...values }),
    refresh: afterChange,
    onDone: (saved) => {
      toast({ text: `${saved.label_plural} saved.` });
      onClose();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormColumn>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Singular name" autoComplete="off" data-autofocus {...form.getInputProps("label")} />
          <TextInput label="Plural name" autoComplete="off" {...form.getInputProps("label_plural")} />
          <IconPicker value={form.values.icon} onChange={(icon) => form.setFieldValue("icon", icon)} />
        </FormColumn>
      </DialogBody>
      <Foot onClose={onClose} isSending={isSending} submit="Save" />
    </form>
  );
}

function Foot({ onClose, isSending, submit }: { onClose: () => void; isSending: boolean; submit: string }) {
  return (
    <DialogFoot>
      <Button size="sm" onClick={onClose}>
        Cancel
      </Button>
      <Button size="sm" type="submit" variant="filled" loading={isSending}>
        {submit}
      </Button>
    </DialogFoot>
  );
}

/** A first guess for English; whoever knows better types over it. */
const pluralOf = (label: string) =>
  label === "" ? "" : /[^aeiou]y$/i.test(label) ? `${label.slice(0, -1)}ies` : /(s|x|ch|sh)$/i.test(label) ? `${label}es` : `${label}s`;
