import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Kbd } from "./kbd.tsx";
import { useKeys } from "./keyboard.ts";
import classes from "./toast.module.css";

export interface Toast {
  text: string;
  /** An error stays until it is closed. */
  tone?: "done" | "error";
  undo?: () => void;
  /** A next step: "Compare" after a conflict, "Open" for a new record. */
  action?: { label: string; keys?: string; run: () => void };
}

/** Changes that can still be undone after their message is gone. */
const MAX_KEPT = 20;

/** A change with its message and the way back, and when it was made. */
interface PastChange {
  toast: Toast;
  at: number;
}

/** What the service remembers of somebody's changes. */
interface RememberedChanges {
  /** The latest that can be undone. */
  last: PastChange | undefined;
  /** When each was made, also of those that were undone. */
  times: readonly number[];
}
type FindChanges = () => Promise<RememberedChanges>;

// The message of a change comes at most this long after the change.
const SAME_MS = 3_000;
const isSame = (at: number, { at: shownAt }: PastChange) => Math.abs(shownAt - at) < SAME_MS;

interface Toasts {
  show: (toast: Toast) => void;
  /** Shows the latest change that can be undone once more, with its way back. */
  showLastChange: () => void;
  findChangesBy: (find: FindChanges | undefined) => void;
}

const ToastsContext = createContext<Toasts>({ show: () => {}, showLastChange: () => {}, findChangesBy: () => {} });

/** Shows what just happened, bottom left, one message at a time. */
export const useToast = () => useContext(ToastsContext).show;

/** For people who look for undo when the message is gone. */
export const useShowLastChange = () => useContext(ToastsContext).showLastChange;

/** Who knows changes that this page does not: of another tab, or of before it was loaded. */
export function useRememberedChanges(find: FindChanges): void {
  const { findChangesBy } = useContext(ToastsContext);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(() => {
    findChangesBy(() => latest.current());
    return () => findChangesBy(undefined);
  }, [findChangesBy]);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ toast: Toast; count: number }>();
  const [toasts] = useState(() => createToasts((toast) => setShown((before) => ({ toast, count: (before?.count ?? 0) + 1 }))));
  const undo = (toast: Toast) => {
    toasts.drop(toast);
    setShown(undefined);
    toast.undo?.();
  };
  // The message is gone: the first press says what would be undone, the second undoes it.
  useKeys({ z: () => (shown?.toast.undo ? undo(shown.toast) : toasts.showLastChange()) });
  return (
    <ToastsContext value={toasts}>
      {children}
      <div className={classes.place} aria-live="polite">
        {shown && <ToastLine key={shown.count} toast={shown.toast} onUndo={undo} onClose={() => setShown(undefined)} />}
      </div>
    </ToastsContext>
  );
}

function createToasts(put: (toast: Toast) => void): Toasts & { drop: (toast: Toast) => void } {
  let kept: PastChange[] = [];
  let find: FindChanges | undefined;
  const showLast = ({ last, times }: RememberedChanges) => {
    // What the service remembers too is there as long as it can be undone: it may have been undone elsewhere.
    kept = kept.filter((own) => (last && isSame(last.at, own)) || !times.some((at) => isSame(at, own)));
    const own = kept.at(-1);
    put((last && (!own || last.at > own.at) ? last : own)?.toast ?? { text: "There is nothing to undo." });
  };
  return {
    show(toast) {
      if (toast.undo) kept = [...kept, { toast, at: Date.now() }].slice(-MAX_KEPT);
      put(toast);
    },
    showLastChange() {
      const nothing = { last: undefined, times: [] };
      void (find?.() ?? Promise.resolve(nothing)).then(showLast, () => showLast(nothing));
    },
    findChangesBy(given) {
      find = given;
    },
    drop(toast) {
      kept = kept.filter((one) => one.toast !== toast);
    },
  };
}

interface ToastLineProps {
  toast: Toast;
  onUndo: (toast: Toast) => void;
  onClose: () => void;
}

function ToastLine({ toast, onUndo, onClose }: ToastLineProps) {
  const isError = toast.tone === "error";
  const Icon = isError ? IconAlertTriangle : IconCheck;
  const act = () => {
    toast.action?.run();
    onClose();
  };
  useKeys(toast.action?.keys ? { [toast.action.keys]: act } : {});
  return (
    <div className={classes.toast} role={isError ? "alert" : undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.text}>{toast.text}</span>
      {toast.undo && (
        <button className={classes.button} type="button" onClick={() => onUndo(toast)}>
          <IconArrowBackUp size={14} stroke={1.75} aria-hidden />
          Undo
          <Kbd keys="z" onInk />
        </button>
      )}
      {toast.action && (
        <button className={classes.button} type="button" onClick={act}>
          {toast.action.label}
          {toast.action.keys && <Kbd keys={toast.action.keys} onInk />}
        </button>
      )}
      {isError ? (
        <button className={`${classes.button} ${classes.close}`} type="button" onClick={onClose} aria-label="Close">
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      ) : (
        <span className={classes.line} onAnimationEnd={onClose} />
      )}
    </div>
  );
}
