import type { OutputOf } from "@kith/server/contract";
import * as invitations from "@kith/server/features/invitations/operations";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/states.tsx";

export type Invitation = OutputOf<"invitations.createAdmin">;

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  onInvited: (invitation: Invitation) => void;
}

export function InviteDialog({ opened, onClose, onInvited }: InviteDialogProps) {
  return (
    <Dialog title="Invite someone" opened={opened} onClose={onClose} width={400}>
      <InviteForm onInvited={onInvited} onClose={onClose} />
    </Dialog>
  );
}

const roles = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
];

function InviteForm({ onInvited, onClose }: Omit<InviteDialogProps, "opened">) {
  const [role, setRole] = useState("member");
  const { form, submit, failure, isSending } = useOperationForm(role === "admin" ? "invitations.createAdmin" : "invitations.create", {
    schema: invitations.create.input,
    initialValues: { email: "" },
    toInput: (values) => values,
    refresh: ["invitations.list"],
    onDone: onInvited,
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <div style={{ display: "grid", gap: 16 }}>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.getInputProps("email")} />
          <Select
            label="Role"
            data={roles}
            description="Members work here. Admins also manage members, every key and the company."
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={role}
            allowDeselect={false}
            onChange={(chosen) => setRole(chosen ?? "member")}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isSending}>
          Invite
        </Button>
      </DialogFoot>
    </form>
  );
}
