import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { RelativeTime } from "./clock.tsx";
import { CopyButton, useCopy } from "./copy.tsx";
import { Dialog, DialogBody, DialogFoot } from "./dialog.tsx";
import classes from "./secret.module.css";

interface LinkDialogProps {
  title: string;
  /** The dialog is open while there is a link. */
  link: string | undefined;
  expiresAt: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A link that is shown once, for the user to send. */
export function LinkDialog({ title, link = "", expiresAt, onClose, children }: LinkDialogProps) {
  const copying = useCopy(link);
  return (
    <Dialog title={title} opened={link !== ""} onClose={onClose} isFirm>
      <DialogBody>
        <p className="k-muted" style={{ marginBottom: 12 }}>
          {children} <b style={{ color: "var(--k-text)" }}>You will not see it again.</b>
        </p>
        <div className={classes.secret}>
          <code className={classes.text}>{link}</code>
          <CopyButton copying={copying}>Copy</CopyButton>
        </div>
        {expiresAt && (
          <p className="k-tip" style={{ marginTop: 8 }}>
            Works once and expires <RelativeTime at={expiresAt} />.
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          I have copied it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
