import { Button } from "@mantine/core";
import { CopyButton, useCopy } from "../../ui/copy.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import secretClasses from "../../ui/secret.module.css";
import classes from "./destinations/destinations.module.css";

interface ShownOnceProps {
  title: string;
  /** What it is: "secret", "code". */
  what: string;
  text: string;
  /** What it is for. */
  children: React.ReactNode;
  onClose: () => void;
}

/** The only time a secret or a code is shown. It leaves memory when the dialog closes. */
export function ShownOnce({ title, what, text, children, onClose }: ShownOnceProps) {
  const copying = useCopy(text);
  useKeys({ c: () => void copying.copy() }, { inDialog: true });
  return (
    <Dialog title={title} opened onClose={onClose} isFirm>
      <DialogBody>
        <p className="k-muted">
          Copy the {what} now. <b className={classes.strong}>You will not see it again.</b>
        </p>
        <div className={`${secretClasses.secret} ${classes.once}`}>
          <code className={secretClasses.text} aria-label={`The ${what}`}>
            {text}
          </code>
          <CopyButton copying={copying} hint={<Kbd keys="c" />}>
            Copy
          </CopyButton>
        </div>
        <p className={`k-tip ${classes.tip}`}>{children}</p>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          I have copied it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
