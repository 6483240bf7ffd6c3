import { ActionIcon, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useEscape } from "./dialog.tsx";
import { useKeys } from "./keyboard.ts";
import classes from "./side-panel.module.css";

/** Whether a panel stands beside the page. Otherwise it lies over it. */
export const useHasPanelRoom = () => useMediaQuery("(min-width: 1200px)", true, { getInitialValueInEffect: false });

interface SidePanelProps {
  title: string;
  /** At the right of the title. */
  side?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  /** Over the page in every window: for a page that has no list it could stand beside. */
  isOver?: boolean;
  children: ReactNode;
}

/** Beside the list, which keeps its place. Below 1200 px it lies over it. */
export function SidePanel(props: SidePanelProps) {
  const { title, onClose, isOver = false } = props;
  const hasRoom = useHasPanelRoom() && !isOver;
  const drawer = useRef<HTMLDivElement>(null);
  useKeys({ escape: onClose });
  useEscape(drawer, !hasRoom, onClose);
  if (hasRoom)
    return (
      <aside className={classes.panel} aria-label={title}>
        <Content {...props} />
      </aside>
    );
  return (
    // No scroll lock, as in a dialog: the page behind scrolls in a box of its own, and the lock's style has no nonce.
    <Drawer.Root opened onClose={onClose} position="right" size={400} closeOnEscape={false} lockScroll={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={title} ref={drawer} data-modal-content>
        <Drawer.Body className={classes.drawer ?? ""}>
          <Content {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Content({ title, side, foot, onClose, children }: SidePanelProps) {
  return (
    <>
      <header className={classes.head}>
        <h2 className={`${classes.title} k-truncate`}>{title}</h2>
        {side}
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <div className={classes.body} tabIndex={-1}>
        {children}
      </div>
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </>
  );
}
