import { TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./value-picker.module.css";

const MAX_UNSEARCHED = 9;

interface ChoicesProps {
  label: string;
  choices: { key: string; label: string; side: string }[];
  chosen: string[];
  isMulti: boolean;
  onChoose: (chosen: string[]) => void;
}

/** What a condition can be, to choose from. */
export function Choices({ label, choices, chosen, isMulti, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const shown = choices.filter((one) => one.label.toLowerCase().includes(wanted));
  const choose = (key: string) => {
    if (!isMulti) return onChoose([key]);
    return onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen.filter((one) => one !== ""), key]);
  };
  return (
    <>
      {isMulti && choices.length > MAX_UNSEARCHED && (
        <TextInput
          aria-label={`Search ${label}`}
          placeholder="Search"
          size="sm"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <div className={classes.choices} role="group" aria-label={label}>
        {shown.map(({ key, label: text, side }, at) => (
          <label className={classes.choice} key={key}>
            <input
              type={isMulti ? "checkbox" : "radio"}
              name={label}
              checked={chosen.includes(key)}
              onChange={() => choose(key)}
              data-autofocus={at === 0 || undefined}
            />
            <span className="k-truncate">{text}</span>
            <span className={`${classes.side} k-truncate`}>{side}</span>
          </label>
        ))}
      </div>
    </>
  );
}
