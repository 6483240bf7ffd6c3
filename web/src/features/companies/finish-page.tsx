import * as companies from "@kith/server/features/companies/operations";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useOperationForm } from "../../form.ts";
import { GateFields, GatePage } from "../../layout/gate.tsx";
import { useAfterSignIn } from "../../session.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";
import { useLinkToken } from "../passwords/index.ts";

/** The link of the sign-up mail leads here. The password shows that the same person signed up and got the mail. */
export function FinishPage() {
  const token = useLinkToken();
  const { form, submit, failure, isSending } = useOperationForm("companies.finish", {
    schema: companies.finish.input.pick({ password: true }),
    initialValues: { password: "" },
    toInput: ({ password }) => ({ token, password }),
    onDone: useAfterSignIn(),
  });
  return (
    <GatePage title="Finish signing up" lead="Enter the password you chose a moment ago." aside={<Link to="/sign-up">Sign up again</Link>}>
      {companies.finish.input.shape.token.safeParse(token).success ? (
        <form onSubmit={submit} noValidate>
          <GateFields>
            {failure && <Notice tone="bad">{failure}</Notice>}
            <PasswordField label="Password" autoComplete="current-password" autoFocus {...form.getInputProps("password")} />
            <Button type="submit" variant="filled" size="md" fullWidth loading={isSending}>
              Open your company
            </Button>
          </GateFields>
        </form>
      ) : (
        <Notice tone="bad">This link is not complete. Open it again from the email, or sign up again.</Notice>
      )}
    </GatePage>
  );
}
