import { Textarea } from "@mantine/core";
import type { KeyboardEvent, Ref } from "react";

interface NoteFieldProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  onEscape: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Where a note is written: it grows with its text, Control or Command with Enter saves. */
export function NoteField({ label, text, onChange, onSubmit, onEscape, ref }: NoteFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSubmit();
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    // It leaves the note, not the panel that the note is in.
    event.preventDefault();
    onEscape();
  };
  return (
    <Textarea
      ref={ref}
      aria-label={label}
      placeholder="Write a note"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autosize
      minRows={1}
      maxRows={12}
      maxLength={20_000}
    />
  );
}
