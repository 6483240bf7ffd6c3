import { useCallback, useRef } from "react";
import type { Then } from "../../../ui/picker.tsx";

const hasNobodyFocus = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives the focus back to the button that opened an editor. The button takes it as it comes back to the page: a frame later may be too
 * early for it, and is too late for the next key. Nobody who went elsewhere meanwhile is called back.
 */
export function useFocusBack(): { button: (node: HTMLButtonElement | null) => void; giveBack: (then?: Then) => void } {
  const isAwaited = useRef(false);
  const shown = useRef<HTMLButtonElement>(null);
  const button = useCallback((node: HTMLButtonElement | null) => {
    shown.current = node;
    if (!node || !isAwaited.current) return;
    isAwaited.current = false;
    if (hasNobodyFocus()) node.focus({ preventScroll: true });
  }, []);
  const giveBack = useCallback((then?: Then) => {
    if (then !== "stay") isAwaited.current = true;
    // Left by a click. What was clicked gets the focus only after this event, if it takes one at all.
    else requestAnimationFrame(() => hasNobodyFocus() && shown.current?.focus({ preventScroll: true }));
  }, []);
  return { button, giveBack };
}
