import { useEffect, useRef } from "react";

// A second key pressed later than this starts a new sequence.
const SEQUENCE_MS = 1200;
// The only key that starts a sequence. The key after it never counts alone: each part of the page has its own listener, and the
// table's K must not react to the K of G K.
const LEADER = "g";

export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

type Keys = Record<string, () => void>;

/** Keys that a page has taken for itself, and how often: what listens on every page leaves them to it. */
const taken = new Map<string, number>();

/**
 * Listens for keys on the whole page: `"?"`, `"mod k"` (held together) or `"g c"` (one after the other).
 * Single keys are ignored while typing, and while a dialog is open unless the dialog registered them. A page that is `isNearer` has its
 * keys for itself: C logs a call on a record, and makes a new record elsewhere.
 */
export function useKeys(keys: Keys, { inDialog = false, isNearer = false } = {}): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = listener(latest, inDialog, isNearer);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [inDialog, isNearer]);
  const own = isNearer ? Object.keys(keys).join("\n") : "";
  useEffect(() => {
    const names = own.split("\n").filter(Boolean);
    for (const name of names) taken.set(name, (taken.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) taken.set(name, (taken.get(name) ?? 1) - 1);
    };
  }, [own]);
}

function listener(latest: { current: Keys }, inDialog: boolean, isNearer: boolean) {
  let before = { key: "", at: 0 };
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const key = event.key.toLowerCase();
    const held = event.metaKey || event.ctrlKey;
    if (!held && (isTyping(event.target) || isDialogOpen() !== inDialog)) return;
    const isSecond = event.timeStamp - before.at < SEQUENCE_MS && before.key === LEADER;
    const name = held ? `mod ${key}` : isSecond ? `${LEADER} ${key}` : key;
    const run = latest.current[name];
    before = { key, at: event.timeStamp };
    if (!run || (!isNearer && !inDialog && (taken.get(name) ?? 0) > 0)) return;
    event.preventDefault();
    run();
  };
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select, [role=combobox]"));

const isDialogOpen = () => document.querySelector("[role=dialog][aria-modal=true]") !== null;
