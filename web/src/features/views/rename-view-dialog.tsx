import { Button, TextInput } from "@mantine/core";
import * as operations from "@kith/server/features/views/operations";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import type { SavedView } from "./list-view.ts";

interface RenameViewDialogProps {
  saved: SavedView;
  opened: boolean;
  onClose: () => void;
}

export function RenameViewDialog(props: RenameViewDialogProps) {
  return (
    <Dialog title={`Rename “${props.saved.name}”`} opened={props.opened} onClose={props.onClose} width={400}>
      <RenameView {...props} />
    </Dialog>
  );
}

const schema = operations.create.input.pick({ name: true });

function RenameView({ saved, onClose }: RenameViewDialogProps) {
  const { form, submit, failure, isSending } = useOperationForm("views.update", {
    schema,
    initialValues: { name: saved.name },
    toInput: ({ name }) => ({ id: saved.id, name }),
    refresh: ["views.list"],
    onDone: onClose,
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <TextInput label="Name" {...form.getInputProps("name")} key={form.key("name")} data-autofocus />
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isSending}>
          Rename
        </Button>
      </DialogFoot>
    </form>
  );
}
