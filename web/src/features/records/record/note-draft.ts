import { useState } from "react";

const keyOf = (id: string) => `kith.note.${id}`;

/** Whether something was typed here and not saved. */
export const hasDraft = (id: string) => localStorage.getItem(keyOf(id)) !== null;

/** The text of a note while it is written, kept in the browser until it is saved: a reload or a dead server loses nothing. */
export function useDraft(id: string, saved = ""): [text: string, change: (next: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(keyOf(id)) ?? saved);
  const change = (next: string) => {
    setText(next);
    if (next === saved) localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), next);
  };
  return [text, change];
}
