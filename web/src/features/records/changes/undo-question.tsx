import { Button } from "@mantine/core";
import { wholeText } from "../../../ui/formats.ts";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { manyOf, oneOf, type RecordType } from "../../types/index.ts";
import { type UndoCheck, whyNot } from "./operation-words.ts";

interface UndoQuestionProps {
  type: RecordType;
  title: string;
  check: UndoCheck;
  onClose: () => void;
  onOne: () => void;
  onAll: () => void;
}

/** A change of many records, undone from the page of one: this one, or all of them? */
export function UndoQuestion({ type, title, check, onClose, onOne, onAll }: UndoQuestionProps) {
  const all = `${wholeText(check.records)} ${manyOf(type)}`;
  return (
    <Dialog title={`Undo this for one ${oneOf(type)}, or for all ${wholeText(check.records)}?`} opened onClose={onClose} width={400}>
      <DialogBody>
        <p>
          This was one change of {all}. “{title}” is one of them.
        </p>
        {!check.can_undo && <p className="k-muted">All of them cannot be undone: {whyNot(check, [type])}</p>}
      </DialogBody>
      <DialogFoot isPlain>
        {check.can_undo && (
          <Button size="sm" onClick={onAll}>
            Undo all {wholeText(check.records)}
          </Button>
        )}
        <Button size="sm" variant="filled" onClick={onOne} data-autofocus>
          Undo only this one
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
