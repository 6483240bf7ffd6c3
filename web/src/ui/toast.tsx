import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
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

const ShowToast = createContext<(toast: Toast) => void>(() => {});

/** Shows what just happened, bottom left, one message at a time. */
export const useToast = () => useContext(ShowToast);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ toast: Toast; count: number }>();
  const show = useCallback((toast: Toast) => setShown((before) => ({ toast, count: (before?.count ?? 0) + 1 })), []);
  return (
    <ShowToast value={show}>
      {children}
      <div className={classes.place} aria-live="polite">
        {shown && <ToastLine key={shown.count} toast={shown.toast} onClose={() => setShown(undefined)} />}
      </div>
    </ShowToast>
  );
}

function ToastLine({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const isError = toast.tone === "error";
  const Icon = isError ? IconAlertTriangle : IconCheck;
  const undo = () => {
    toast.undo?.();
    onClose();
  };
  const act = () => {
    toast.action?.run();
    onClose();
  };
  useKeys({ ...(toast.undo ? { z: undo } : {}), ...(toast.action?.keys ? { [toast.action.keys]: act } : {}) });
  return (
    <div className={classes.toast} role={isError ? "alert" : undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.text}>{toast.text}</span>
      {toast.undo && (
        <button className={classes.button} type="button" onClick={undo}>
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
