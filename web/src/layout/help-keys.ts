import { areasOf, type Feature } from "../manifest.ts";
import type { KeyGroup } from "../ui/keyboard-help.tsx";

/** All keyboard shortcuts, grouped by where they work. */
export function helpKeys(features: readonly Feature[]): KeyGroup[] {
  const areas = areasOf(features).map(({ letter, title }) => [`g ${letter}`, title] as const);
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
    { title: "Go to", keys: Object.fromEntries(areas) },
    ...features.flatMap(({ shortcuts = [] }) => shortcuts),
  ];
}
