import type { KeyboardEvent, RefObject } from "react";
import { useKeys } from "../../../ui/keyboard.ts";
import type { Cursor } from "./use-cursor.ts";

interface TableKeys {
  scroller: RefObject<HTMLElement | null>;
  cursor: Cursor | undefined;
  step: (down: number, right?: number) => void;
  /** Rows that fit on the screen. */
  page: () => number;
  onEnds: (end: "first" | "last") => void;
  onEdit: () => void;
  onSelect: () => void;
  /** Selects from where the selecting began to the row that many further down. */
  onExtend: (by: number) => void;
  onOpen: () => void;
  onPeek: () => void;
  onEscape: () => void;
}

/**
 * The keys of the table. Letters work anywhere on the page; arrows, Enter and Space only while the table has the focus, because every
 * button and list needs them, too.
 */
export function useTableKeys(keys: TableKeys): (event: KeyboardEvent) => void {
  const { scroller, cursor, step, page, onEnds, onEdit, onSelect, onExtend, onOpen, onPeek, onEscape } = keys;
  // Nothing else has the focus: the arrows can only mean the table.
  const fromAnywhere = (move: () => void) => () => {
    if (document.activeElement === document.body || document.activeElement?.id === "main") move();
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => (cursor ? onSelect() : step(0)),
    e: onEdit,
    escape: onEscape,
    arrowdown: fromAnywhere(() => step(1)),
    arrowup: fromAnywhere(() => step(-1)),
  });
  return (event) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = {
      ArrowDown: () => (event.shiftKey ? onExtend(1) : step(1)),
      ArrowUp: () => (event.shiftKey ? onExtend(-1) : step(-1)),
      ArrowLeft: () => step(0, -1),
      ArrowRight: () => step(0, 1),
      PageDown: () => step(page()),
      PageUp: () => step(-page()),
      Home: () => onEnds("first"),
      End: () => onEnds("last"),
      Enter: onOpen,
      F2: onEdit,
      " ": onPeek,
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}
