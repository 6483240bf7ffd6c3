import { Button, Modal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback, useRef, useState } from "react";
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

/**
 * A dialog; on a phone, a sheet from below. The focus moves in, and back when it closes. Escape, a click outside and the cross ask first
 * once its form was changed: none of them may lose what somebody entered.
 */
export function Dialog({ title, opened, onClose, width = 600, isFirm = false, children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  const notice = (event: SyntheticEvent) => {
    if (isChange(event)) isChanged.current = true;
  };
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isChanged.current ? setAsking(true) : onClose());
  useEscape(content, opened && !isFirm, leave);
  // Mantine sets the focus only after the fade-in. Keys typed before that would be lost.
  const arrive = useCallback((node: HTMLDivElement | null) => {
    content.current = node;
    isChanged.current = false;
    node?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={leave}
        size={width}
        closeOnEscape={false}
        closeOnClickOutside={!isFirm}
        classNames={{ inner: classes.inner, content: classes.content }}
      >
        <Modal.Overlay />
        <Modal.Content ref={arrive} onInputCapture={notice} onClickCapture={notice} onKeyDownCapture={notice}>
          <Modal.Header className={classes.head}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <Modal.CloseButton className={classes.close} aria-label="Close" icon={<IconX size={16} stroke={1.75} />} />
          </Modal.Header>
          {children}
        </Modal.Content>
      </Modal.Root>
      {isAsking && (
        <DiscardQuestion
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            onClose();
          }}
        />
      )}
    </>
  );
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog title="Discard what you entered?" opened onClose={onKeep} width={400}>
      <DialogBody>It has not been saved.</DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
        <Button size="sm" className="k-danger" data-outlined onClick={onDiscard}>
          Discard
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/**
 * Whether this changes a form of the dialog. Lists of choices are drawn elsewhere on the page; React passes their events on to the dialog
 * that they belong to.
 */
function isChange(event: SyntheticEvent): boolean {
  const isWithin = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;
  if (event.currentTarget.querySelector("form") === null) return false;
  // A tick is set again in a moment, and so is a password: nobody wants to be asked about those.
  if (event.type === "input") return !isWithin("[type=password], [type=checkbox], [type=radio]");
  if (event.type === "click") return isWithin("[role=option]");
  return "key" in event && event.key === "Enter" && isWithin("[aria-haspopup=listbox][aria-expanded=true]");
}

/**
 * Escape closes the topmost dialog (or whatever else is marked as modal content), unless something in it had a use for the key: a list of
 * choices, a menu, a calendar. Those say so by stopping the event. Which dialog is the topmost, and whether a menu of Mantine is open, is
 * read before anybody reacts to the key.
 */
export function useEscape(content: RefObject<HTMLElement | null>, isListening: boolean, onClose: () => void): void {
  const isMine = useRef(false);
  const look = (event: KeyboardEvent) => {
    const isForMenu = event.target instanceof Element && event.target.getAttribute("data-mantine-stop-propagation") === "true";
    const topmost = [...document.querySelectorAll("[data-modal-content]")].at(-1);
    isMine.current = isListening && event.key === "Escape" && !event.isComposing && !isForMenu && topmost === content.current;
  };
  const close = (event: KeyboardEvent) => {
    if (isMine.current && !event.defaultPrevented) onClose();
  };
  useWindowEvent("keydown", look, { capture: true });
  useWindowEvent("keydown", close);
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
