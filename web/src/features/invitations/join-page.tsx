import type { OutputOf } from "@kith/server/contract";
import * as invitations from "@kith/server/features/invitations/operations";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApiError } from "../../api.ts";
import { read } from "../../calls.ts";
import { useOperationForm } from "../../form.ts";
import { ErrorState, FieldSkeleton, Notice } from "../../ui/states.tsx";
import { roleLabels, useAfterSignIn } from "../../session.ts";
import { NewPasswordField, useLinkToken } from "../passwords/index.ts";
import { GateFields, GatePage } from "../../layout/gate.tsx";

export function JoinPage() {
  const token = useLinkToken();
  const isWhole = invitations.preview.input.safeParse({ token }).success;
  const query = useQuery({ ...read("invitations.preview", { token }), enabled: isWhole });
  const aside = (
    <>
      Have an account? <Link to="/sign-in">Sign in</Link>
    </>
  );
  if (query.data) return <JoinForm token={token} invitation={query.data} aside={aside} />;
  return (
    <GatePage title="Join on Kith" lead="With the link from your invitation." aside={aside}>
      {isWhole ? (
        <Waiting error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Notice tone="bad">This link is not complete. Open it again from the invitation, or ask for a new one.</Notice>
      )}
    </GatePage>
  );
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <FieldSkeleton fields={3} />;
  // Offer a retry only for a lost connection: a used or withdrawn link stays invalid.
  if (error instanceof ApiError && error.code === "link_not_valid") return <Notice tone="bad">{error.message}</Notice>;
  return <ErrorState title="The invitation could not be loaded" message={error.message} onRetry={onRetry} />;
}

interface JoinFormProps {
  token: string;
  invitation: OutputOf<"invitations.preview">;
  aside: React.ReactNode;
}

function JoinForm({ token, invitation, aside }: JoinFormProps) {
  const { form, submit, failure, isSending } = useOperationForm("invitations.accept", {
    schema: invitations.accept.input.pick({ name: true, password: true }),
    initialValues: { name: "", password: "" },
    toInput: (values) => ({ ...values, token }),
    onDone: useAfterSignIn(),
  });
  return (
    <GatePage title={`Join ${invitation.company_name}`} lead={`You are invited as ${roleLabels[invitation.role]}.`} aside={aside}>
      <form onSubmit={submit} noValidate>
        <GateFields>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Email" type="email" autoComplete="username" value={invitation.email} readOnly />
          <TextInput label="Your name" autoComplete="name" autoFocus {...form.getInputProps("name")} />
          <NewPasswordField label="Password" {...form.getInputProps("password")} />
          <Button type="submit" variant="filled" size="md" fullWidth loading={isSending}>
            Join
          </Button>
        </GateFields>
      </form>
    </GatePage>
  );
}
