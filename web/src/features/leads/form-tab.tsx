import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { useHasRoom } from "../../ui/browser.ts";
import { AddField } from "./add-field.tsx";
import { ConsentSettings } from "./consent-settings.tsx";
import { FieldRows } from "./field-rows.tsx";
import classes from "./form-tab.module.css";
import { Preview } from "./preview.tsx";
import { TextSettings } from "./text-settings.tsx";
import type { Editor } from "./use-editor.ts";

interface FormTabProps {
  editor: Editor;
  /** Of the text beside the box, as it is saved. */
  consentVersion?: number;
  /** Opens with the name, for a form that has none yet. */
  isNew?: boolean;
}

const PREVIEW_ROOM_PX = 900;

/** What visitors are asked and told, beside what they will see. */
export function FormTab({ editor, consentVersion, isNew = false }: FormTabProps) {
  const [open, setOpen] = useState<string>();
  const [isPreviewing, setPreviewing] = useState(false);
  const hasRoom = useHasRoom(PREVIEW_ROOM_PX);
  const { draft, change, canChange } = editor;
  const add = canChange && (
    <AddField
      fields={draft.fields}
      onAdd={(field) => {
        change({ fields: [...draft.fields, field] });
        setOpen(field.key);
      }}
    />
  );
  const see = !hasRoom && (
    <Button size="sm" leftSection={<IconEye size={16} stroke={1.75} />} onClick={() => setPreviewing(true)}>
      Preview
    </Button>
  );
  return (
    <div className={classes.split}>
      <div className={classes.work}>
        <fieldset className={classes.all} disabled={!canChange}>
          {isNew && <TextSettings editor={editor} part="name" />}
          <section aria-label="Fields">
            <header className={classes.head}>
              <div>
                <h2 className={classes.h2}>Fields</h2>
                <p className="k-muted">In the order in which a visitor sees them.</p>
              </div>
              <span className={`${classes.actions} k-desk`}>
                {see}
                {add}
              </span>
            </header>
            <FieldRows editor={editor} open={open} onOpen={setOpen} />
            <p className={`k-tip ${classes.tip}`}>Also kept, without a field: UTM values, click ids, referrer and landing page.</p>
          </section>
          <ConsentSettings editor={editor} version={consentVersion} />
          <TextSettings editor={editor} part="texts" hasName={!isNew} />
        </fieldset>
      </div>
      {hasRoom ? (
        <Preview draft={draft} open={open} />
      ) : (
        <Dialog title="Preview" opened={isPreviewing} onClose={() => setPreviewing(false)}>
          <DialogBody>
            <Preview draft={draft} open={open} />
          </DialogBody>
        </Dialog>
      )}
      <div className={`${classes.phoneBar} k-phone`}>
        {add}
        {see}
      </div>
    </div>
  );
}
