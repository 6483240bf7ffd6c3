import * as dashboards from "@kith/server/features/dashboards/operations";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { useMe } from "../../session.ts";
import type { DashboardSummary } from "./dashboards.ts";
import { LIST, ONE, useOpenDashboard } from "./use-dashboard-changes.ts";

/** What a name is asked for. */
export type Naming = { kind: "new" } | { kind: "copy" | "change"; dashboard: DashboardSummary };

const TITLES = { new: "New dashboard", copy: "Make a copy", change: "Rename or share" };
const ACTIONS = { new: "Create dashboard", copy: "Create copy", change: "Save" };

interface FormProps {
  naming: Naming;
  onClose: () => void;
}

/** A dashboard's name, and whether everyone sees it. */
export function NameDialog({ naming, onClose }: { naming: Naming | undefined; onClose: () => void }) {
  const Form = naming?.kind === "change" ? ChangeForm : NewForm;
  return (
    <Dialog title={naming ? TITLES[naming.kind] : ""} opened={naming !== undefined} onClose={onClose} width={400}>
      {naming && <Form naming={naming} onClose={onClose} />}
    </Dialog>
  );
}

function NewForm({ naming, onClose }: FormProps) {
  const from = naming.kind === "new" ? undefined : naming.dashboard;
  const [isShared, setShared] = useState(false);
  const open = useOpenDashboard();
  const asked = useOperationForm("dashboards.create", {
    schema: dashboards.create.input.pick({ name: true }),
    initialValues: { name: from ? `${from.name}, my copy` : "" },
    toInput: ({ name }) => ({ name, is_shared: isShared, ...(from ? { from: from.id } : {}) }),
    refresh: LIST,
    onDone: (made) => {
      onClose();
      return open(made);
    },
  });
  return <NameForm {...asked} naming={naming} onClose={onClose} isShared={isShared} onShared={setShared} />;
}

function ChangeForm({ naming, onClose }: FormProps) {
  const { id = "", name = "", is_shared = false } = naming.kind === "new" ? {} : naming.dashboard;
  const [isShared, setShared] = useState(is_shared);
  const asked = useOperationForm("dashboards.update", {
    schema: dashboards.create.input.pick({ name: true }),
    initialValues: { name },
    toInput: (values) => ({ id, name: values.name, is_shared: isShared }),
    refresh: [...LIST, ...ONE],
    onDone: onClose,
  });
  return <NameForm {...asked} naming={naming} onClose={onClose} isShared={isShared} onShared={setShared} />;
}

interface NameFormProps extends FormProps {
  form: { getInputProps: (field: "name") => object };
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  failure: string | undefined;
  isSending: boolean;
  isShared: boolean;
  onShared: (isShared: boolean) => void;
}

function NameForm({ form, submit, failure, isSending, naming, onClose, isShared, onShared }: NameFormProps) {
  const { company } = useMe();
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <div style={{ display: "grid", gap: 16 }}>
          <TextInput label="Name" placeholder="Team meeting" autoComplete="off" data-autofocus {...form.getInputProps("name")} />
          <Checkbox
            label={`Share it with everyone at ${company.name}`}
            description="Everyone can see it. Only you and Admins can change it."
            checked={isShared}
            onChange={(event) => onShared(event.currentTarget.checked)}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isSending}>
          {ACTIONS[naming.kind]}
        </Button>
      </DialogFoot>
    </form>
  );
}
