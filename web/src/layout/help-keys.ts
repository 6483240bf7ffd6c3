import type { Feature } from "../manifest.ts";
import type { Command } from "../ui/command.ts";
import type { KeyGroup } from "../ui/keyboard-help.tsx";

/** All keyboard shortcuts, grouped by where they work. */
export function helpKeys(features: readonly Feature[], commands: readonly Command[]): KeyGroup[] {
  return [
    {
      title: "Anywhere",
      keys: {
        "mod k": "Find or do anything",
        c: "New record of any type",
        z: "Undo the last change",
        o: "Open the new record",
        Esc: "Close",
        "?": "Keyboard shortcuts",
      },
    },
    { title: "Go to", keys: Object.fromEntries(placesOf(commands).map(({ keys, label }) => [keys, label])) },
    ...features.flatMap(({ shortcuts = [] }) => shortcuts),
  ];
}

/** Where a letter after G leads: areas of the application, and lists of records. */
export const placesOf = (commands: readonly Command[]) =>
  commands.flatMap(({ keys = "", label, run }) => (keys.startsWith("g ") ? [{ keys, label, run }] : []));
