import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useWrite } from "../../calls.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { Page } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { REFRESHED } from "./read.ts";

/** Where Google or Microsoft sends a person back to: the mailbox is tried and saved. */
export function SignedInPage() {
  const { code, state } = useSearch({ from: "/company/channels/signed-in" });
  const navigate = useNavigate();
  const toast = useToast();
  const finish = useWrite("channels.finishSignIn", {
    showsError: false,
    refresh: REFRESHED,
    onDone: async ({ id, name }) => {
      toast({ text: `“${name}” connected.` });
      // Replaced: the code in the address can be used once.
      await navigate({ to: "/company/channels/$channel", params: { channel: id }, replace: true });
    },
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (!code || !state || isSent.current) return;
    isSent.current = true;
    finish.mutate({ code, state });
  });
  const problem = finish.error?.message ?? (code && state ? undefined : "The provider sent nobody back. Nothing was connected.");
  return (
    <Page area="Company" title="Connecting the mailbox">
      {problem ? <Notice tone="bad">{problem}</Notice> : <Notice>The mailbox is tried. This takes a few seconds.</Notice>}
      {problem && (
        <p>
          <ButtonLink to="/company/channels" size="sm">
            Back to channels
          </ButtonLink>
        </p>
      )}
    </Page>
  );
}
