import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../records/index.ts";
import type { RecordFile } from "./file-address.ts";

interface RenameDialogProps {
  record: string;
  file: RecordFile;
  opened: boolean;
  onClose: () => void;
}

export function RenameDialog(props: RenameDialogProps) {
  return (
    <Dialog title="Rename file" opened={props.opened} onClose={props.onClose} width={400}>
      <RenameForm {...props} />
    </Dialog>
  );
}

function RenameForm({ record, file, onClose }: RenameDialogProps) {
  const [name, setName] = useState(file.name);
  const toast = useToast();
  const undo = useUndo();
  const rename = useWrite("records.renameFile", {
    refresh: ["records.files"],
    showsError: false,
    onDone({ operation_id: operationId }) {
      onClose();
      toast({ text: "Renamed.", undo: () => undo([operationId]) });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") rename.mutate({ id: record, attachment: file.id, name });
      }}
    >
      <DialogBody>
        <TextInput
          label="Name"
          size="md"
          value={name}
          maxLength={200}
          error={rename.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="filled" type="submit" loading={rename.isPending} disabled={name.trim() === ""}>
          Rename
        </Button>
      </DialogFoot>
    </form>
  );
}
