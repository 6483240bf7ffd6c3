import * as companies from "@kith/server/features/companies/operations";
import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useOperationForm } from "../../form.ts";
import { Notice } from "../../ui/states.tsx";
import { browserFormats } from "./browser-formats.ts";
import { NewPasswordField } from "../passwords/index.ts";
import { useAfterSignIn } from "../../session.ts";
import { GateFields, GatePage } from "../../layout/gate.tsx";

function browserSettings() {
  const { currency, number, date, weekStart, language, country } = browserFormats(navigator.language);
  return { currency, number_format: number, date_format: date, week_start: weekStart, language, country };
}

export function SignUpPage() {
  const [mailedTo, setMailedTo] = useState<string>();
  const afterSignIn = useAfterSignIn();
  const { form, submit, failure, isSending } = useOperationForm("companies.create", {
    schema: companies.create.input.pick({ company_name: true, name: true, email: true, password: true }),
    initialValues: { company_name: "", name: "", email: "", password: "" },
    toInput: (values) => ({ ...values, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...browserSettings() }),
    onDone: ({ user_id: userId }, { email }) => (userId ? afterSignIn() : setMailedTo(email)),
  });
  if (mailedTo !== undefined) return <CheckMail email={mailedTo} onAgain={() => setMailedTo(undefined)} />;
  return (
    <GatePage
      title="Set up a company"
      lead="You become its first Admin. Invite the others afterwards."
      aside={
        <>
          Have an account? <Link to="/sign-in">Sign in</Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <GateFields>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Company" autoComplete="organization" autoFocus {...form.getInputProps("company_name")} />
          <TextInput label="Your name" autoComplete="name" {...form.getInputProps("name")} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps("email")} />
          <NewPasswordField label="Password" {...form.getInputProps("password")} />
          <Button type="submit" variant="filled" size="md" fullWidth loading={isSending}>
            Continue
          </Button>
        </GateFields>
      </form>
    </GatePage>
  );
}

/** Says the same whether the address has an account or not. */
function CheckMail({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <GatePage
      title="Check your email"
      lead={`We sent an email to ${email}. The link works for one day.`}
      aside={
        <>
          Have an account? <Link to="/sign-in">Sign in</Link>
        </>
      }
    >
      <GateFields>
        <Notice>No email? Look in the spam folder, or go back and check the address.</Notice>
        <Button size="md" fullWidth onClick={onAgain} autoFocus>
          Back
        </Button>
      </GateFields>
    </GatePage>
  );
}
