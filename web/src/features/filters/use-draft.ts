import type { FilterError } from "@kith/filter";
import { suggestFix, type SuggestedFix } from "@kith/filter/editor";
import { useMemo, useRef, useState } from "react";
import type { FilterLanguage } from "./language.ts";

export interface Draft {
  text: string;
  /** What there is to say about it now: not what the next key may put right by itself. */
  errors: readonly FilterError[];
  /** Where they are. */
  slips: readonly { from: number; to: number }[];
  fix: SuggestedFix | undefined;
  setText: (text: string) => void;
  setCaret: (position: number) => void;
  setFocused: (isFocused: boolean) => void;
  /** The text as it is this moment, trimmed, if it works; otherwise its errors come out. */
  take: () => string | undefined;
}

/** A filter while it is written, checked at every key. `refusals` are what the service said about `start`, which was applied. */
export function useDraft(start: string, language: FilterLanguage | undefined, refusals: readonly FilterError[]): Draft {
  const [text, setText] = useState(start);
  const [caret, setCaret] = useState(start.length);
  const [isFocused, setFocused] = useState(false);
  const [refused, setRefused] = useState<string>();
  // Keys can be faster than the next render: what Enter takes is what was typed, not what was last shown.
  const latest = useRef(start);

  const errors = useMemo(() => {
    const checked = language?.check(text);
    if (!checked) return [];
    if (checked.ok) return text === start ? refusals : [];
    const isOpen = isFocused && refused !== text;
    const isEnding = caret >= text.trimEnd().length;
    return checked.errors.filter((error) => !isOpen || ((error.to ?? 0) < caret && !(error.isUnfinished && isEnding)));
  }, [language, text, start, refusals, caret, isFocused, refused]);

  // The same list as long as the errors are the same: underlining is work for the editor.
  const slips = useMemo(() => errors.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ from, to }])), [errors]);
  return {
    text,
    errors,
    slips,
    fix: errors[0] && suggestFix(errors[0]),
    setText(next) {
      latest.current = next;
      setText(next);
    },
    setCaret,
    setFocused,
    take() {
      const taken = latest.current;
      if (!language || language.check(taken).ok) return taken.trim();
      setRefused(taken);
      return undefined;
    },
  };
}
