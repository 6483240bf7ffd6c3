import { IconCheck } from "@tabler/icons-react";
import classes from "./steps.module.css";

interface StepsProps {
  label: string;
  steps: string[];
  /** Index of the current step; past the end when all are done. */
  current: number;
}

/** Progress through a few steps. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, at) => (
        <li className={classes.step} key={step} data-done={at < current || undefined} aria-current={at === current ? "step" : undefined}>
          <span className={classes.number} aria-hidden>
            {at < current ? <IconCheck size={12} stroke={2.25} /> : at + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
