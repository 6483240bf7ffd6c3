import { areasOf, type Feature } from "../manifest.ts";
import type { KeyGroup } from "../ui/keyboard-help.tsx";

/** Every key that works, by where it does. */
export function helpKeys(features: readonly Feature[]): KeyGroup[] {
  const areas = areasOf(features).map(({ letter, title }) => [`g ${letter}`, title] as const);
  return [
    {
      title: "Anywhere",
      keys: {
        "mod k": "Find or do anything",
        c: "New record of any type",
        z: "Undo what was just done",
        o: "Open what was just added",
        Esc: "Close",
        "?": "Keyboard shortcuts",
      },
    },
    { title: "Go to", keys: Object.fromEntries(areas) },
    ...features.flatMap(({ shortcuts = [] }) => shortcuts),
  ];
}
