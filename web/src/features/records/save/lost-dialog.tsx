import { Button, Radio } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { offered } from "../../types/index.ts";
import { FormField } from "../create/form-field.tsx";
import classes from "./lost-dialog.module.css";
import type { LossQuestion } from "./loss-question.ts";

/** Why it is lost. It can be left open; closing the question leaves everything as it was. */
export function LostDialog({ question: { what, stage, field, onAnswer }, onClose }: { question: LossQuestion; onClose: () => void }) {
  const [reason, setReason] = useState<unknown>(null);
  const options = field.is_multi ? [] : offered(field);
  const mark = `Mark ${stage.label.toLowerCase()}`;
  return (
    <Dialog title={`Mark ${what} ${stage.label.toLowerCase()}`} opened onClose={onClose} width={400}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onAnswer(reason);
        }}
      >
        <DialogBody>
          {options.length > 0 ? (
            <Radio.Group label={field.label} value={typeof reason === "string" ? reason : null} onChange={setReason}>
              <div className={classes.reasons}>
                {options.map((option, at) => (
                  <Radio value={option.key} label={option.label} key={option.key} data-autofocus={at === 0 || undefined} />
                ))}
              </div>
            </Radio.Group>
          ) : (
            <FormField field={field} value={reason} onChange={setReason} isFirst />
          )}
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit">
            {mark}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
