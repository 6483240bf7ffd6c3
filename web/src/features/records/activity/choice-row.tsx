import type { ReactNode } from "react";
import classes from "./activity-dialog.module.css";

interface ChoiceRowProps {
  legend: string;
  name: string;
  choices: { key: string; title: ReactNode }[];
  value: string;
  onChange: (key: string) => void;
}

/** A few choices in one row: arrows move, Enter sends the form. */
export function ChoiceRow({ legend, name, choices, value, onChange }: ChoiceRowProps) {
  return (
    <fieldset className={classes.row}>
      <legend className={classes.label}>{legend}</legend>
      <div className={classes.choices}>
        {choices.map(({ key, title }) => (
          <label className={classes.choice} key={key}>
            <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
