import type { KeyGroup } from "../../ui/keyboard-help.tsx";
import { areas } from "./areas.ts";

/** Every key that works, by where it does. */
export const helpKeys: KeyGroup[] = [
  {
    title: "Anywhere",
    keys: {
      "mod k": "Find or do anything",
      c: "New record of any type",
      z: "Undo what was just done",
      o: "Open what was just added",
      Esc: "Close",
      "?": "All keys",
    },
  },
  {
    title: "In a list",
    keys: {
      n: "New record",
      "/": "Filter",
      j: "Next row",
      k: "Previous row",
      "← →": "Previous cell, next cell",
      Enter: "Open the record",
      Space: "Show the record beside the list",
      e: "Edit the cell",
      Tab: "Save and edit the next cell",
      x: "Select the row",
      "Shift ↑ ↓": "Select more rows",
    },
  },
  { title: "Go to", keys: Object.fromEntries(areas.map(({ letter, title }) => [`g ${letter}`, title])) },
  {
    title: "On a board",
    keys: {
      "↑ ↓ ← →": "Walk the cards",
      m: "Move the card",
      Enter: "Open the record",
      Space: "Show the record beside the board",
    },
  },
  {
    title: "On a record",
    keys: {
      j: "Next record of the list",
      k: "Previous record of the list",
      t: "Write a note",
      "mod ↵": "Add the note",
    },
  },
  { title: "On a dashboard", keys: { n: "Add a widget" } },
];
