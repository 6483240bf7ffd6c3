import * as sessions from "@kith/server/features/sessions/operations";
import { Button } from "@mantine/core";
import { useOperationForm } from "../../form.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";

interface PasswordQuestionProps {
  opened: boolean;
  onRight: () => void;
  onClose: () => void;
}

export function PasswordQuestion({ opened, onRight, onClose }: PasswordQuestionProps) {
  return (
    <Dialog title="Enter your password" opened={opened} onClose={onClose} width={400}>
      <PasswordForm onRight={onRight} />
    </Dialog>
  );
}

function PasswordForm({ onRight }: { onRight: () => void }) {
  const { form, submit, failure, isSending } = useOperationForm("sessions.confirm", {
    schema: sessions.confirm.input,
    initialValues: { password: "" },
    toInput: (values) => values,
    onDone: onRight,
  });
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <p className="k-muted" style={{ marginBottom: 16 }}>
          This step asks for it again, in case someone else is using your computer.
        </p>
        <PasswordField label="Password" autoComplete="current-password" data-autofocus {...form.getInputProps("password")} />
        {failure && (
          <div style={{ marginTop: 12 }}>
            <Notice tone="bad">{failure}</Notice>
          </div>
        )}
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" type="submit" variant="filled" loading={isSending}>
          Continue
        </Button>
      </DialogFoot>
    </form>
  );
}
