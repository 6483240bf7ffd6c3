import { Modal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useCallback, useRef } from "react";
import classes from "./dialog.module.css";

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** 600 for forms, 400 for a short question. */
  width?: 400 | 600;
  /** Closes only by its buttons: for content that an accidental click would lose. */
  isFirm?: boolean;
  children: ReactNode;
}

/** A dialog; on a phone, a sheet from below. The focus moves in, and back when it closes. */
export function Dialog({ title, opened, onClose, width = 600, isFirm = false, children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  useEscape(content, opened && !isFirm, onClose);
  // Mantine sets the focus only after the fade-in. Keys typed before that would be lost.
  const arrive = useCallback((node: HTMLDivElement | null) => {
    content.current = node;
    node?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      closeOnEscape={false}
      closeOnClickOutside={!isFirm}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content ref={arrive}>
        <Modal.Header className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton className={classes.close} aria-label="Close" icon={<IconX size={16} stroke={1.75} />} />
        </Modal.Header>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

// Only the topmost of several dialogs closes on Escape. Mantine's own listener would close all of them.
function useEscape(content: RefObject<HTMLElement | null>, isListening: boolean, onClose: () => void): void {
  const listen = (event: KeyboardEvent) => {
    if (!isListening || event.key !== "Escape" || event.isComposing) return;
    const isForMenu = event.target instanceof Element && event.target.getAttribute("data-mantine-stop-propagation") === "true";
    const topmost = [...document.querySelectorAll("[data-modal-content]")].at(-1);
    if (!isForMenu && topmost === content.current) onClose();
  };
  useWindowEvent("keydown", listen, { capture: true });
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <Modal.Body className={classes.body}>{children}</Modal.Body>;
}

interface DialogFootProps {
  tip?: ReactNode;
  /** Without the line above: for a short question. */
  isPlain?: boolean;
  children: ReactNode;
}

export function DialogFoot({ tip, isPlain = false, children }: DialogFootProps) {
  return (
    <div className={isPlain ? `${classes.foot} ${classes.plain}` : classes.foot}>
      {tip && <span className={`${classes.start} k-tip k-desk`}>{tip}</span>}
      {children}
    </div>
  );
}
