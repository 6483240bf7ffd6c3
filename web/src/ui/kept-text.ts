import { useEffect, useRef, useState } from "react";

const DOWN = ["mousedown", "touchstart"] as const;

/**
 * Keeps what was typed in a field when somebody clicks elsewhere: the first click does nothing but say so (`isKept`), whatever it hits, since
 * a button there may close the field. The next one goes through.
 */
export function useKeptText(text: string) {
  const field = useRef<HTMLInputElement>(null);
  const drop = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<string>();
  const typed = text.trim();
  const isKept = typed !== "" && kept === typed;

  useEffect(() => {
    if (typed === "" || isKept) return undefined;
    const isElsewhere = ({ target }: Event) =>
      target instanceof Node && !field.current?.contains(target) && drop.current?.contains(target) !== true;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const keep = (event: Event) => {
      if (!isElsewhere(event)) return;
      stop(event);
      setKept(typed);
      // A mouse that is pressed is let go of as well. A touch that was stopped makes no click.
      if (event.type === "mousedown") document.addEventListener("click", stop, { capture: true, once: true });
    };
    for (const down of DOWN) document.addEventListener(down, keep, { capture: true, passive: false });
    return () => {
      for (const down of DOWN) document.removeEventListener(down, keep, { capture: true });
    };
  }, [typed, isKept]);
  return { isKept, field, drop };
}
