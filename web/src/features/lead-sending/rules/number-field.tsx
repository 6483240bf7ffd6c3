import { TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./rules.module.css";

interface NumberFieldProps {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number from 1. What is no number stays in the field and is not used; leaving it brings the last one back. */
export function NumberField({ label, value, max, onChange }: NumberFieldProps) {
  const [text, setText] = useState<string>();
  const write = (next: string) => {
    setText(next);
    const number = Number(next);
    if (Number.isInteger(number) && number >= 1 && number <= max) onChange(number);
  };
  return (
    <TextInput
      className={classes.figure}
      aria-label={label}
      size="sm"
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      step={1}
      value={text ?? String(value)}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => setText(undefined)}
    />
  );
}
