import { Button, Checkbox, TextInput } from "@mantine/core";
import type { InputOf } from "@kith/server/contract";
import * as operations from "@kith/server/features/views/operations";
import { useState } from "react";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { FormColumn } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import type { SavedView } from "./list-view.ts";

type ViewSettings = Omit<InputOf<"views.create">, "name" | "is_shared">;

interface NameViewDialogProps {
  /** What is saved under the name. */
  settings: ViewSettings;
  onSaved: (saved: SavedView) => void;
  opened: boolean;
  onClose: () => void;
  title?: string;
  placeholder?: string;
}

/** Saves what a list shows now as a view, private or shared. */
export function NameViewDialog({ title = "Save as a view", ...props }: NameViewDialogProps) {
  return (
    <Dialog title={title} opened={props.opened} onClose={props.onClose} width={400}>
      <NameView {...props} />
    </Dialog>
  );
}

const schema = operations.create.input.pick({ name: true });

function NameView({ settings, onSaved, onClose, placeholder = "My month" }: NameViewDialogProps) {
  const [isShared, setShared] = useState(false);
  const { form, submit, failure, isSending } = useOperationForm("views.create", {
    schema,
    initialValues: { name: "" },
    toInput: ({ name }) => ({ ...settings, name, is_shared: isShared }),
    refresh: ["views.list"],
    onDone(saved) {
      onClose();
      onSaved(saved);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormColumn>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Name" placeholder={placeholder} {...form.getInputProps("name")} key={form.key("name")} data-autofocus />
          <Checkbox label="Share with everyone" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
        </FormColumn>
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isSending}>
          Save view
        </Button>
      </DialogFoot>
    </form>
  );
}
