import { IconCheck } from "@tabler/icons-react";
import { useClock } from "../../../ui/clock.tsx";
import { absolute } from "../../../ui/time-text.ts";
import { type Field, offered, optionOf } from "../../types/index.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { useSaveRecord } from "../save/save-record.ts";
import classes from "./stage-bar.module.css";

/** How far the record has come: every stage is a step to press. Lost is no step on the way, so it stands there only once it is lost. */
export function StageBar({ field, record }: { field: Field; record: CrmRecord }) {
  const save = useSaveRecord();
  const { zone } = useClock();
  const entered = record.values["stage_entered_at"];
  const since = typeof entered === "string" ? `Since ${absolute(new Date(entered), zone)}` : undefined;
  const now = optionOf(field, record.values[field.key]);
  const way = offered(field).filter((option) => option.state !== "lost");
  // Also a stage that is no longer offered: the bar is never without the stage of the record.
  const steps = now && !way.some((option) => option.key === now.key) ? [...way, now] : way;
  const at = steps.findIndex((option) => option.key === now?.key);
  const isPassed = (step: number) => step < at && now?.state !== "lost";
  return (
    <div className={classes.stagesPlace}>
      <div className={classes.stages} role="group" aria-label={field.label}>
        {steps.map((option, step) => (
          <button
            className={classes.stage}
            type="button"
            aria-pressed={step === at}
            title={step === at ? since : undefined}
            data-done={isPassed(step) || undefined}
            data-lost={(step === at && option.state === "lost") || undefined}
            ref={step === at ? toMiddle : undefined}
            disabled={record.deleted_at !== null}
            onClick={() => save(record, { [field.key]: option.key })}
            key={option.key}
          >
            {isPassed(step) && <IconCheck size={14} stroke={1.75} aria-hidden />}
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
