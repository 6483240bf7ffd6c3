import { IconCheck } from "@tabler/icons-react";
import { ButtonLink } from "../../ui/buttons.tsx";
import classes from "./first-run.module.css";
import type { Step } from "./steps.ts";

interface ChecklistProps {
  steps: Step[];
  /** False while the facts are loading: nothing is ticked, but the space is reserved. */
  isKnown: boolean;
}

export function Checklist({ steps, isKnown }: ChecklistProps) {
  const done = steps.filter((step) => step.isDone).length;
  const next = isKnown ? steps.find((step) => !step.isDone) : undefined;
  return (
    <>
      <div className={classes.progress}>
        <span className={classes.meter} aria-hidden>
          <span className={classes.filled} style={{ width: isKnown ? `${(done / steps.length) * 100}%` : 0 }} />
        </span>
        <span className="k-tip k-number">{isKnown ? `${done} of ${steps.length} done` : "…"}</span>
      </div>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li className={classes.step} key={step.title} data-next={step === next || undefined}>
            <Tick isDone={step.isDone} />
            <span className={classes.name} data-done={step.isDone || undefined}>
              {step.title}
            </span>
            <span className={classes.detail}>{step.detail}</span>
            {isKnown && step.action && (
              <span className={classes.action}>
                <ButtonLink {...step.action.link} variant={step === next ? "filled" : step.isDone ? "subtle" : "default"}>
                  {step.action.label}
                </ButtonLink>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span className={classes.tick} data-done={isDone || undefined} role="img" aria-label={isDone ? "Done" : "To do"}>
      {isDone && <IconCheck size={12} stroke={2} aria-hidden />}
    </span>
  );
}
