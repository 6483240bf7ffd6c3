import { ActionIcon } from "@mantine/core";
import { IconBold, IconItalic, IconLink, IconList } from "@tabler/icons-react";
import type { KeyboardEvent, RefObject } from "react";
import { isMac } from "../keyboard.ts";
import { FORMATS, type FormatName } from "./format-text.ts";
import { replaceText } from "./replace-text.ts";

type FieldRef = RefObject<HTMLTextAreaElement | null>;

const BUTTONS = [
  { name: "bold", label: "Bold", key: "b", icon: IconBold },
  { name: "italic", label: "Italic", key: "i", icon: IconItalic },
  { name: "list", label: "List", key: undefined, icon: IconList },
  { name: "link", label: "Link", key: "k", icon: IconLink },
] as const;

/** Buttons that write the marks of Markdown around what is selected in a field. */
export function FormatBar({ field, className }: { field: FieldRef; className?: string | undefined }) {
  return (
    <div className={className} role="group" aria-label="Format">
      {BUTTONS.map(({ name, label, key, icon: Icon }) => (
        <ActionIcon
          aria-label={label}
          title={key ? `${label} (${isMac() ? "⌘" : "Ctrl "}${key.toUpperCase()})` : label}
          // The field keeps the focus and its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => format(field, name)}
          key={name}
        >
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
      ))}
    </div>
  );
}

/** Control or Command with B, I or K. True: the key was one of them. */
export function onFormatKey(event: KeyboardEvent, field: FieldRef): boolean {
  if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return false;
  const button = BUTTONS.find(({ key }) => key === event.key.toLowerCase());
  if (!button) return false;
  event.preventDefault();
  format(field, button.name);
  return true;
}

function format({ current: field }: FieldRef, name: FormatName): void {
  if (!field) return;
  const { from, to, text, select } = FORMATS[name](field.value, field.selectionStart, field.selectionEnd);
  replaceText(field, from, to, text);
  field.setSelectionRange(...select);
}
