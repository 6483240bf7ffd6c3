import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton, useCopy } from "../../ui/copy.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import secretClasses from "../../ui/secret.module.css";
import { useToast } from "../../ui/toast.tsx";
import type { Webhook } from "./health-text.ts";
import { REFRESHED } from "./turn-on-dialog.tsx";
import classes from "./webhooks.module.css";

interface SecretDialogProps {
  title: string;
  secret: string;
  /** The secret before it still verifies for a day. */
  isNext?: boolean;
  onClose: () => void;
}

/** The only time a secret is shown. It leaves memory when the dialog closes. */
export function SecretDialog({ title, secret, isNext = false, onClose }: SecretDialogProps) {
  const copying = useCopy(secret);
  useKeys({ c: () => void copying.copy() }, { inDialog: true });
  return (
    <Dialog title={title} opened onClose={onClose} isFirm>
      <DialogBody>
        <p className="k-muted">
          Copy its secret now and keep it in a secret store. <b className={classes.strong}>You will not see it again.</b>
        </p>
        <div className={`${secretClasses.secret} ${classes.secret}`}>
          <code className={secretClasses.text} aria-label="The secret">
            {secret}
          </code>
          <CopyButton copying={copying} hint={<Kbd keys="c" />}>
            Copy
          </CopyButton>
        </div>
        <p className={`k-tip ${classes.tip}`}>
          {isNext && "For 24 hours messages are signed with both secrets, so that you can replace the old one without losing any. "}
          Receivers check the header <code>webhook-signature</code> with it, as Standard Webhooks describes.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          I have copied it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface QuestionProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

/** Asks first, then shows the new secret. */
export function RotateSecret({ webhook: { id, name }, opened, onClose }: QuestionProps) {
  const [secret, setSecret] = useState<string>();
  const rotate = useWrite("webhooks.rotateSecret", {
    refresh: REFRESHED,
    onDone: (answer) => {
      onClose();
      setSecret(answer.secret);
    },
  });
  return (
    <>
      <ConfirmDialog
        title={`Rotate the secret of “${name}”?`}
        opened={opened}
        onClose={onClose}
        confirm="Rotate secret"
        keep="Cancel"
        isWorking={rotate.isPending}
        onConfirm={() => rotate.mutate({ id })}
      >
        <p className="k-muted">Messages are signed with the old secret too for 24 hours. After that, only the new one verifies them.</p>
      </ConfirmDialog>
      {secret && (
        <SecretDialog
          title={`New secret for “${name}”`}
          secret={secret}
          isNext
          onClose={() => {
            setSecret(undefined);
            rotate.reset();
          }}
        />
      )}
    </>
  );
}

export function DeleteWebhook({ webhook: { id, name, waiting }, opened, onClose }: QuestionProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const remove = useWrite("webhooks.delete", {
    onDone: async () => {
      toast({ text: `Webhook “${name}” deleted.` });
      onClose();
      await navigate({ to: "/company/webhooks" });
    },
    refresh: ["webhooks.list", "webhooks.listDeliveries"],
  });
  return (
    <ConfirmDialog
      title={`Delete webhook “${name}”?`}
      opened={opened}
      onClose={onClose}
      confirm="Delete webhook"
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    >
      <p className="k-muted">
        Nothing more is sent, and its delivery log is deleted.
        {waiting.count > 0 && " Events that wait are not sent."}
      </p>
    </ConfirmDialog>
  );
}
