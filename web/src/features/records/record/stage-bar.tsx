import { IconCheck } from "@tabler/icons-react";
import { type Field, offered } from "../../types/index.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { useSaveRecord } from "../save/save-record.ts";
import classes from "./record.module.css";

/** How far the record has come: every stage is a step to press. Lost is no step; it is in the field. */
export function StageBar({ field, record }: { field: Field; record: CrmRecord }) {
  const save = useSaveRecord();
  const steps = offered(field).filter((option) => option.state !== "lost");
  const at = steps.findIndex((option) => option.key === record.values[field.key]);
  return (
    <div className={classes.stagesPlace}>
      <div className={classes.stages} role="group" aria-label={field.label}>
        {steps.map((option, step) => (
          <button
            className={classes.stage}
            type="button"
            aria-pressed={step === at}
            data-done={step < at || undefined}
            ref={step === at ? toMiddle : undefined}
            disabled={record.deleted_at !== null}
            onClick={() => save(record, { [field.key]: option.key })}
            key={option.key}
          >
            {step < at && <IconCheck size={14} stroke={1.75} aria-hidden />}
            <span className="k-truncate">{option.label}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** Where the stages do not fit, the one it is in is in the middle. */
function toMiddle(step: HTMLElement | null): void {
  const bar = step?.parentElement;
  if (bar) bar.scrollLeft = step.offsetLeft - (bar.clientWidth - step.offsetWidth) / 2;
}
