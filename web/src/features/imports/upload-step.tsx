import { useState } from "react";
import { ButtonLink } from "../../ui/buttons.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Section } from "../../ui/page.tsx";
import { sizeText } from "../../ui/file.ts";
import { Notice } from "../../ui/states.tsx";
import type { Import } from "./import.ts";
import classes from "./imports.module.css";
import { ACCEPTED } from "./start-step.tsx";
import { useSent, useUpload } from "./upload.ts";

/** A file on its way, or one whose upload stopped half-way and can go on. */
export function UploadStep({ file }: { file: Import }) {
  const sent = useSent(file.id);
  const upload = useUpload(() => {});
  const [wrong, setWrong] = useState<string>();
  if (sent && !sent.failure) {
    return (
      <Meter
        title={`Uploading ${file.name}`}
        part={sent.sent / sent.size}
        count={`${sizeText(sent.sent)} of ${sizeText(sent.size)}`}
        note="You can go to other pages of Kith. Keep this tab open until the file is here."
      />
    );
  }
  const goOn = (chosen: File) => {
    const isSame = chosen.size === file.size;
    setWrong(isSame ? undefined : `This is a different file: it has ${sizeText(chosen.size)}, ${file.name} has ${sizeText(file.size)}.`);
    if (isSame) upload.mutate({ file: chosen, type: file.type, id: file.id });
  };
  if (sent?.failure && sent.isRefused)
    return (
      <Section title={`${file.name} cannot be imported`}>
        <div className={classes.start}>
          <Notice tone="bad">{sent.failure}</Notice>
          <div>
            <ButtonLink size="sm" variant="filled" to="/records/import" search={{ type: file.type }}>
              Choose another file
            </ButtonLink>
          </div>
        </div>
      </Section>
    );
  return (
    <Section title={`The upload of ${file.name} stopped`} lead="Not all of it is here. Choose the same file again, and it goes on.">
      <FileDrop label={`Choose ${file.name} again`} accept={ACCEPTED} error={wrong ?? upload.error?.message ?? sent?.failure} onFile={goOn}>
        {sizeText(file.size)}
      </FileDrop>
    </Section>
  );
}
