import * as keys from "@kith/server/features/keys/operations";
import { Button, TextInput } from "@mantine/core";
import type { AnswerOf } from "../../api.ts";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";

export type NewKey = AnswerOf<"keys.create">;

interface AddKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (key: NewKey) => void;
}

export function AddKeyDialog({ opened, onClose, onAdded }: AddKeyDialogProps) {
  return (
    <Dialog title="Add a key" opened={opened} onClose={onClose} width={400}>
      <NameForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function NameForm({ onClose, onAdded }: Omit<AddKeyDialogProps, "opened">) {
  const { form, submit, failure, isSending } = useOperationForm("keys.create", {
    schema: keys.create.input,
    initialValues: { name: "" },
    toInput: (values) => values,
    refresh: ["keys.list", "keys.listCompany"],
    onDone: onAdded,
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <TextInput
          label="Name"
          placeholder="Claude Code, desktop"
          description="Name it after the client that will use it."
          inputWrapperOrder={["label", "input", "error", "description"]}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("name")}
        />
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isSending}>
          Add key
        </Button>
      </DialogFoot>
    </form>
  );
}
