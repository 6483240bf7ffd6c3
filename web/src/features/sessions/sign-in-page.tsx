import * as sessions from "@kith/server/features/sessions/operations";
import { Button, TextInput } from "@mantine/core";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { useOperationForm } from "../../form.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { Notice } from "../../ui/states.tsx";
import { GateFields, GatePage } from "../../layout/gate.tsx";
import { useAfterSignIn } from "../../session.ts";
import { nextPage } from "./next-page.ts";

export function SignInPage() {
  const { next } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const { form, submit, failure, isSending } = useOperationForm("sessions.create", {
    schema: sessions.create.input,
    initialValues: { email: "", password: "" },
    toInput: (values) => values,
    onDone: useAfterSignIn(nextPage(next, window.location.origin, Object.keys(router.routesByPath))),
  });
  return (
    <GatePage
      title="Sign in to Kith"
      lead={window.location.host}
      aside={
        <>
          New here? <Link to="/sign-up">Set up a company</Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <GateFields>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps("email")} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            aside={<Link to="/forgot-password">Forgot password?</Link>}
            {...form.getInputProps("password")}
          />
          <Button type="submit" variant="filled" size="md" fullWidth loading={isSending}>
            Continue
          </Button>
        </GateFields>
      </form>
    </GatePage>
  );
}
