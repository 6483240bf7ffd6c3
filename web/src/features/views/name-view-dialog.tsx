import { Button, Checkbox, TextInput } from "@mantine/core";
import * as operations from "@kith/server/features/views/operations";
import { useState } from "react";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { FormColumn } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import type { ListView } from "./list-view.ts";
import type { RecordType } from "../types/index.ts";

interface NameViewDialogProps {
  type: RecordType;
  view: ListView;
  opened: boolean;
  onClose: () => void;
}

/** Saves the current list settings as a view, private or shared. */
export function NameViewDialog(props: NameViewDialogProps) {
  return (
    <Dialog title="Save as a view" opened={props.opened} onClose={props.onClose} width={400}>
      <NameView {...props} />
    </Dialog>
  );
}

const schema = operations.create.input.pick({ name: true });

function NameView({ type, view, onClose }: NameViewDialogProps) {
  const [isShared, setShared] = useState(false);
  const { form, submit, failure, isSending } = useOperationForm("views.create", {
    schema,
    initialValues: { name: "" },
    toInput: ({ name }) => ({
      type: type.key,
      name,
      filter: view.filter,
      sort: view.sort,
      columns: view.columns,
      widths: view.widths,
      group_by: view.group,
      layout: view.layout,
      is_shared: isShared,
    }),
    refresh: ["views.list"],
    onDone(saved) {
      onClose();
      view.open(saved);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormColumn>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Name" placeholder="My month" {...form.getInputProps("name")} key={form.key("name")} data-autofocus />
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
