import { Button } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { type Flag, flagText, flagWords } from "./condition-words.ts";
import type { FilterLanguage } from "./language.ts";
import { Choices } from "./value-choices.tsx";
import classes from "./value-picker.module.css";

interface FlagPickerProps extends Flag {
  language: FilterLanguage;
  onApply: (condition: string) => void;
  onCancel: () => void;
  onText: () => void;
}

/** Yes or no for what a record is: open, won, mine. */
export function FlagPicker({ language, name, isNot, onApply, onCancel, onText }: FlagPickerProps) {
  const choices = [
    { key: flagText({ name, isNot: false }), label: "Yes", side: "" },
    { key: flagText({ name, isNot: true }), label: "No", side: "" },
  ].filter(({ key }) => language.check(key).ok);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) onApply(flagText({ name, isNot }));
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Escape for all that is inside
    <div className={classes.picker} onKeyDown={onKeyDown}>
      <Choices
        label={flagWords(name)}
        choices={choices}
        chosen={[flagText({ name, isNot })]}
        isMulti={false}
        onChoose={(chosen) => onApply(chosen.join(""))}
      />
      <div className={classes.foot}>
        <Button variant="subtle" size="sm" onClick={onText}>
          Edit as text
        </Button>
      </div>
    </div>
  );
}
