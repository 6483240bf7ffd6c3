import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog, DialogBody, DialogFoot } from "./dialog.tsx";

interface ConfirmDialogProps {
  /** A question that names the thing: Delete key “n8n”? */
  title: string;
  opened: boolean;
  onClose: () => void;
  /** What happens, in one or two sentences. */
  children: ReactNode;
  confirm: string;
  keep?: string;
  /** Cannot be confirmed (yet). */
  isDisabled?: boolean;
  isWorking?: boolean;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone or that stops someone's work. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, opened, onClose, children, confirm, keep = "Keep", isDisabled, isWorking, onConfirm } = props;
  return (
    <Dialog title={title} opened={opened} onClose={onClose} width={400}>
      <DialogBody>{children}</DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onClose} data-autofocus>
          {keep}
        </Button>
        <Button size="sm" className="k-danger" data-outlined disabled={isDisabled} loading={isWorking} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
