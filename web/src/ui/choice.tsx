import type { ReactNode } from "react";
import classes from "./choice.module.css";

interface ChoiceProps {
  /** Name of the radio group. */
  name: string;
  title: string;
  /** What choosing it means. */
  children?: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of a few options, each with a sentence. */
export function Choice({ name, title, children, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <b>{title}</b>
      {children && <span className={classes.note}>{children}</span>}
    </label>
  );
}

/** Choices under a legend, side by side where there is room. */
export function ChoiceSet({ legend, columns = 1, children }: { legend: string; columns?: 1 | 2; children: ReactNode }) {
  return (
    <fieldset className={classes.set} data-columns={columns}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
