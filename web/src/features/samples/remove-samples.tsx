import { wholeText } from "../../ui/formats.ts";
import { Radio } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import classes from "./samples.module.css";
import { type Samples, useRemoveSamples } from "./samples.ts";

const MAX_NAMED = 5;

/** Asks before removing. Lists the records that were edited; they are kept unless the user decides otherwise. */
export function RemoveSamples({ samples, onClose }: { samples: Samples; onClose: () => void }) {
  const [choice, setChoice] = useState<"keep" | "remove">("keep");
  const remove = useRemoveSamples(onClose);
  const { changed, records } = samples;
  return (
    <ConfirmDialog
      title="Remove the sample data?"
      opened
      onClose={onClose}
      confirm="Remove sample data"
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate({ changed: choice })}
    >
      <p>{wholeText(records)} sample records go to the trash. Records of your own stay.</p>
      {changed.count > 0 && (
        <div className={classes.changed}>
          <p>{changed.count === 1 ? "1 of them was" : `${wholeText(changed.count)} of them were`} changed since:</p>
          <ul className={classes.names}>
            {changed.records.slice(0, MAX_NAMED).map((record) => (
              <li className="k-truncate" key={record.id}>
                {record.title}
              </li>
            ))}
            {changed.count > MAX_NAMED && <li className="k-faint">and {wholeText(changed.count - MAX_NAMED)} more</li>}
          </ul>
          <Radio.Group aria-label="Changed records" value={choice} onChange={(value) => setChoice(value === "remove" ? "remove" : "keep")}>
            <div className={classes.choices}>
              <Radio value="keep" label="Keep them" />
              <Radio value="remove" label="Remove them too" />
            </div>
          </Radio.Group>
        </div>
      )}
    </ConfirmDialog>
  );
}
