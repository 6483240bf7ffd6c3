import { NativeSelect, TextInput } from "@mantine/core";
import type { AnswerTest } from "./draft.ts";
import classes from "./destinations.module.css";

interface AnswerFieldsProps {
  label: string;
  test: AnswerTest | null;
  onChange: (test: AnswerTest | null) => void;
}

const EMPTY: AnswerTest = { path: "", is: "equals", text: "" };

/** What a JSON answer has to say: a path in it, and the text there. Empty: it is not asked. */
export function AnswerFields({ label, test, onChange }: AnswerFieldsProps) {
  const { path, is, text } = test ?? EMPTY;
  const set = (part: Partial<AnswerTest>) => {
    const next = { ...(test ?? EMPTY), ...part };
    onChange(next.path === "" && next.text === "" ? null : next);
  };
  return (
    <div role="group" aria-label={label}>
      <p className={classes.question}>{label}</p>
      <div className={classes.answer}>
        <TextInput
          aria-label={`Path in the answer: ${label}`}
          placeholder="result.status"
          classNames={{ input: classes.mono }}
          autoComplete="off"
          value={path}
          onChange={(event) => set({ path: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label={`How it is compared: ${label}`}
          value={is}
          onChange={(event) => set({ is: event.currentTarget.value === "contains" ? "contains" : "equals" })}
          data={[
            { value: "equals", label: "is" },
            { value: "contains", label: "contains" },
          ]}
        />
        <TextInput
          aria-label={`Text in the answer: ${label}`}
          placeholder="accepted"
          autoComplete="off"
          value={text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
