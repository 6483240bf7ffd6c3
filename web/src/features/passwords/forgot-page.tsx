import * as passwords from "@kith/server/features/passwords/operations";
import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useOperationForm } from "../../form.ts";
import { Notice } from "../../ui/states.tsx";
import { GateFields, GatePage } from "../../layout/gate.tsx";

export function ForgotPage() {
  const [answer, setAnswer] = useState<{ email: string; sendsMail: boolean }>();
  const { form, submit, failure, isSending } = useOperationForm("passwords.forgot", {
    schema: passwords.forgot.input,
    initialValues: { email: "" },
    toInput: (values) => values,
    onDone: ({ sends_mail }, { email }) => setAnswer({ email, sendsMail: sends_mail }),
  });
  return (
    <GatePage title="Set a new password" lead="Enter the email you sign in with." aside={<Link to="/sign-in">Back to sign in</Link>}>
      {answer ? (
        <Notice>
          {answer.sendsMail
            ? `If there is an account for ${answer.email}, we have sent a link to it. The link works for 30 minutes.`
            : "This installation does not send email. Ask an Admin of your company: they can create a link for you under Company → Members."}
        </Notice>
      ) : (
        <form onSubmit={submit} noValidate>
          <GateFields>
            {failure && <Notice tone="bad">{failure}</Notice>}
            <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps("email")} />
            <Button type="submit" variant="filled" size="md" fullWidth loading={isSending}>
              Send a link
            </Button>
          </GateFields>
        </form>
      )}
    </GatePage>
  );
}
