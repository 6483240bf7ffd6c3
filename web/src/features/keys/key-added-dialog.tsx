import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { CopyButton, useCopy } from "../../ui/copy.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import secret from "../../ui/secret.module.css";
import { LiveDot } from "../../ui/state-pill.tsx";
import { roleLabels, useMe } from "../../session.ts";
import type { NewKey } from "./add-key-dialog.tsx";
import { programText } from "../../ui/client-text.ts";
import classes from "./key-added-dialog.module.css";
import { SetupTexts } from "./setup-texts.tsx";

const POLL_MS = 2000;
const LINE = 32;

interface KeyAddedDialogProps {
  added: NewKey;
  onClose: () => void;
}

/** The only time the key is shown. It leaves memory when the dialog closes. */
export function KeyAddedDialog({ added, onClose }: KeyAddedDialogProps) {
  const { user } = useMe();
  const copying = useCopy(added.key);
  useKeys({ c: () => void copying.copy() }, { inDialog: true });
  return (
    <Dialog title={`Key “${added.name}” added`} opened onClose={onClose} isFirm>
      <DialogBody>
        <p className="k-muted">
          Copy it now and keep it in a secret store. <b className={classes.once}>You will not see it again.</b>
        </p>
        <div className={`${secret.secret} ${classes.key}`}>
          <code className={secret.text} aria-label="The key">
            <span className={secret.half}>{added.key.slice(0, LINE)}</span>
            <span className={secret.half}>{added.key.slice(LINE)}</span>
          </code>
          <CopyButton copying={copying} hint={<Kbd keys="c" />}>
            Copy
          </CopyButton>
        </div>
        <p className={`k-tip ${classes.tip}`}>
          {added.key.length} characters. Acts as {user.name}, {roleLabels[user.role]}, for as long as you are one.
        </p>
        <SetupTexts apiKey={added.key} />
        <FirstCall id={added.id} />
      </DialogBody>
      <DialogFoot tip="Ask your assistant “who am I in Kith?” to try it.">
        <Button size="sm" onClick={onClose}>
          I have copied it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function FirstCall({ id }: { id: string }) {
  const { data } = useQuery({
    ...read("keys.list", {}),
    refetchInterval: ({ state }) => (state.data?.items.find((key) => key.id === id)?.last_used_at ? false : POLL_MS),
  });
  const key = data?.items.find((item) => item.id === id);
  const isUsed = Boolean(key?.last_used_at);
  return (
    <p className={classes.first} role="status">
      <LiveDot live pulse={!isUsed} />
      {isUsed
        ? `First call received from ${key?.client ? programText(key.client) : "an unnamed client"}`
        : "Waiting for the first call with this key"}
    </p>
  );
}
