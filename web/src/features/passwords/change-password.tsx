import * as passwords from "@kith/server/features/passwords/operations";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useOperationForm } from "../../form.ts";
import { FormColumn, Section } from "../../ui/page.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { KeysLeft } from "./keys-left.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

export function ChangePassword() {
  const toast = useToast();
  const [isDone, setDone] = useState(false);
  const { form, submit, failure, isSending } = useOperationForm("passwords.change", {
    schema: passwords.change.input,
    initialValues: { current: "", password: "" },
    toInput: (values) => values,
    refresh: ["sessions.list"],
    onDone: () => {
      form.reset();
      toast({ text: "Password changed. Every other session has ended." });
      setDone(true);
    },
  });
  return (
    <Section
      title="Password"
      lead="Changing it ends every other session. Your API keys keep working; you can delete them in the next step."
    >
      <form onSubmit={submit} noValidate>
        <FormColumn>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <PasswordField label="Current password" autoComplete="current-password" {...form.getInputProps("current")} />
          <NewPasswordField {...form.getInputProps("password")} />
          <div>
            <Button type="submit" variant="filled" size="sm" loading={isSending}>
              Change password
            </Button>
          </div>
        </FormColumn>
      </form>
      <KeysLeft opened={isDone} onClose={() => setDone(false)} />
    </Section>
  );
}
