import { linkOptions, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { AdminsOnly } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { FieldSkeleton } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { headersInput, NEW_WEBHOOK, type WebhookDraft, draftOf } from "./draft.ts";
import { useWebhook } from "./read.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { REFRESHED } from "./turn-on-dialog.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { PARENT } from "./webhook-page.tsx";

export function NewWebhookPage() {
  const isAdmin = useIsAdmin();
  return (
    <Page area="Company" parents={[PARENT]} title="Add a webhook" isWide>
      {isAdmin ? <NewWebhook /> : <AdminsOnly>Only an Admin can add a webhook.</AdminsOnly>}
    </Page>
  );
}

function NewWebhook() {
  const navigate = useNavigate();
  const toast = useToast();
  const [added, setAdded] = useState<{ id: string; name: string; secret: string }>();
  const open = (id: string) => navigate({ to: "/company/webhooks/$webhook", params: { webhook: id } });
  const write = useWrite("webhooks.create", {
    showsError: false,
    refresh: REFRESHED,
    onDone: async ({ webhook: { id, name }, secret }) => {
      if (secret) return setAdded({ id, name, secret });
      toast({ text: `This webhook exists already: “${name}”.` });
      await open(id);
    },
  });
  const save = ({ name, headers, ...draft }: WebhookDraft) =>
    write.mutate({ ...draft, ...(name.trim() ? { name } : {}), headers: headersInput(headers, "") });
  return (
    <>
      <WebhookForm initial={NEW_WEBHOOK} onSave={save} isSaving={write.isPending} error={write.error} button="Add webhook" />
      {added && (
        <SecretDialog
          title={`Webhook “${added.name}” added`}
          secret={added.secret}
          onClose={() => {
            write.reset();
            setAdded(undefined);
            void open(added.id);
          }}
        />
      )}
    </>
  );
}

export function EditWebhookPage() {
  const isAdmin = useIsAdmin();
  const { webhook: id } = useParams({ from: "/company/webhooks/$webhook/edit" });
  const query = useWebhook(id);
  const parent = {
    title: query.data?.name ?? "Webhook",
    link: linkOptions({ to: "/company/webhooks/$webhook", params: { webhook: id } }),
  };
  return (
    <Page area="Company" parents={[PARENT, parent]} title="Edit" isWide>
      {isAdmin ? (
        <Loaded query={query} what="The webhook" skeleton={<FieldSkeleton fields={4} />}>
          {(webhook) => <EditWebhook id={id} initial={draftOf(webhook)} name={webhook.name} key={id} />}
        </Loaded>
      ) : (
        <AdminsOnly>Only an Admin can change a webhook.</AdminsOnly>
      )}
    </Page>
  );
}

function EditWebhook({ id, initial, name }: { id: string; initial: WebhookDraft; name: string }) {
  const navigate = useNavigate();
  const toast = useToast();
  const write = useWrite("webhooks.update", {
    showsError: false,
    refresh: REFRESHED,
    onDone: async () => {
      toast({ text: `Webhook “${name}” saved.` });
      await navigate({ to: "/company/webhooks/$webhook", params: { webhook: id } });
    },
  });
  const save = ({ name: typed, headers, ...draft }: WebhookDraft) =>
    write.mutate({ id, ...draft, ...(typed.trim() ? { name: typed } : {}), headers: headersInput(headers, null) });
  return <WebhookForm initial={initial} onSave={save} isSaving={write.isPending} error={write.error} button="Save" />;
}
