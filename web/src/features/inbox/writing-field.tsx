import { Textarea } from "@mantine/core";
import type { KeyboardEvent, Ref } from "react";
import type { useCompletion } from "../../ui/writing/use-completion.tsx";
import classes from "./composer.module.css";

interface WritingFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  onFocus?: (field: HTMLTextAreaElement) => void;
  onBlur?: () => void;
  completion?: ReturnType<typeof useCompletion>;
  ref?: Ref<HTMLTextAreaElement>;
}

const MAX_LENGTH = 100_000;

/** It grows with its text; Control or Command with Enter sends, Escape leaves it for the keys of the page. */
export function WritingField({ label, placeholder, text, onChange, onSubmit, onFocus, onBlur, completion, ref }: WritingFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion?.onKeyDown(event)) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onSubmit();
    }
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  const field = (
    <Textarea
      {...completion?.fieldProps}
      ref={ref}
      classNames={{ input: classes.text ?? "" }}
      variant="unstyled"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onFocus={(event) => onFocus?.(event.currentTarget)}
      onBlur={() => {
        completion?.fieldProps.onBlur();
        onBlur?.();
      }}
      autosize
      minRows={2}
      maxRows={12}
      maxLength={MAX_LENGTH}
    />
  );
  return completion ? completion.around(field) : field;
}
