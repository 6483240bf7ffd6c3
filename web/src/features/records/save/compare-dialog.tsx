import { Button } from "@mantine/core";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { fieldOf, useTypesWhenKnown } from "../../types/index.ts";
import { type CrmRecord, FieldValue } from "../../fields/index.ts";
import classes from "./compare-dialog.module.css";
import type { Change, Conflict } from "../../../outbox/change.ts";

interface CompareDialogProps {
  change: Change;
  conflict: Conflict<CrmRecord>;
  onClose: () => void;
  onInsist: () => void;
}

/** Two people changed one field. Nobody's value is thrown away unseen. */
export function CompareDialog({ change, conflict, onClose, onInsist }: CompareDialogProps) {
  const type = useTypesWhenKnown()?.items.find((one) => one.key === change.type);
  const field = type && fieldOf(type, conflict.field);
  if (!field) return null;
  return (
    <Dialog title={`${field.label} of ${change.title}`} opened onClose={onClose} width={400}>
      <DialogBody>
        <dl className={classes.compare}>
          <dt>Current value</dt>
          <dd>
            <FieldValue field={field} value={conflict.theirs} look="page" />
          </dd>
          <dt>Your value</dt>
          <dd>
            <FieldValue field={field} value={conflict.mine} look="page" />
          </dd>
        </dl>
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onClose} data-autofocus>
          Keep current value
        </Button>
        <Button size="sm" variant="filled" onClick={onInsist}>
          Use your value
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
