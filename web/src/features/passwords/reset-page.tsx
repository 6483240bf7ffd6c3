import * as passwords from "@kith/server/features/passwords/operations";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useOperationForm } from "../../form.ts";
import { Notice } from "../../ui/states.tsx";
import { useAfterSignIn } from "../../session.ts";
import { GateFields, GatePage } from "../../layout/gate.tsx";
import { NewPasswordField, useLinkToken } from "./new-password-field.tsx";

export function ResetPage() {
  const token = useLinkToken();
  const { form, submit, failure, isSending } = useOperationForm("passwords.reset", {
    schema: passwords.reset.input.pick({ password: true }),
    initialValues: { password: "" },
    toInput: ({ password }) => ({ token, password }),
    onDone: useAfterSignIn(),
  });
  return (
    <GatePage
      title="Set a new password"
      lead="It signs you in and ends all your other sessions."
      aside={<Link to="/forgot-password">Ask for a new link</Link>}
    >
      {passwords.reset.input.shape.token.safeParse(token).success ? (
        <form onSubmit={submit} noValidate>
          <GateFields>
            {failure && <Notice tone="bad">{failure}</Notice>}
            <NewPasswordField autoFocus {...form.getInputProps("password")} />
            <Button type="submit" variant="filled" size="md" fullWidth loading={isSending}>
              Set password
            </Button>
          </GateFields>
        </form>
      ) : (
        <Notice tone="bad">This link is not complete. Open it again from the email, or ask for a new one.</Notice>
      )}
    </GatePage>
  );
}
