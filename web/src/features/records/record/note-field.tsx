import { Textarea } from "@mantine/core";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { FormatBar, onFormatKey } from "../../../ui/writing/format-bar.tsx";
import { useCompletion } from "../../../ui/writing/use-completion.tsx";
import type { useMentions } from "../../members/index.ts";
import { useRecordOffers } from "./use-record-offers.tsx";
import classes from "./note-field.module.css";

interface NoteFieldProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  onEscape: () => void;
  mentionOffers: ReturnType<typeof useMentions>["mentionOffers"];
  ref: RefObject<HTMLTextAreaElement | null>;
  /** What is done with the note, at the end of the bar. */
  children: ReactNode;
}

/**
 * Where a note is written: it grows with its text, Control or Command with Enter saves. With the first letter it has buttons for the marks
 * of Markdown.
 */
export function NoteField({ label, text, onChange, onSubmit, onEscape, mentionOffers, ref, children }: NoteFieldProps) {
  const { recordOffers, look } = useRecordOffers();
  const completion = useCompletion((typed, caret) => mentionOffers(typed, caret) ?? recordOffers(typed, caret), look);
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event) || onFormatKey(event, ref)) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSubmit();
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    // It leaves the note, not the panel that the note is in.
    event.preventDefault();
    onEscape();
  };
  return (
    <div className={classes.field} data-written={text !== "" || undefined}>
      {completion.around(
        <Textarea
          {...completion.fieldProps}
          ref={ref}
          aria-label={label}
          placeholder="Write a note, @Name tells a colleague"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={1}
          maxRows={12}
          maxLength={20_000}
        />,
      )}
      <div className={classes.bar}>
        <FormatBar field={ref} className={classes.marks} />
        {children}
      </div>
    </div>
  );
}
