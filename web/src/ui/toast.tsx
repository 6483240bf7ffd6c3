import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useState } from "react";
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

interface Toasts {
  show: (toast: Toast) => void;
  /** Shows the latest change that can be undone once more, with its way back. */
  showLastChange: () => void;
}

const ToastsContext = createContext<Toasts>({ show: () => {}, showLastChange: () => {} });

/** Shows what just happened, bottom left, one message at a time. */
export const useToast = () => useContext(ToastsContext).show;

/** For people who look for undo when the message is gone. */
export const useShowLastChange = () => useContext(ToastsContext).showLastChange;

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
  let kept: Toast[] = [];
  return {
    show(toast) {
      if (toast.undo) kept = [...kept, toast].slice(-MAX_KEPT);
      put(toast);
    },
    showLastChange: () => put(kept.at(-1) ?? { text: "There is nothing to undo." }),
    drop(toast) {
      kept = kept.filter((one) => one !== toast);
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
