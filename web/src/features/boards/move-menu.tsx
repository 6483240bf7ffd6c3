import { Popover } from "@mantine/core";
import { useRef } from "react";
import type { Field } from "../types/index.ts";
import type { CrmRecord } from "../fields/index.ts";
import classes from "./board.module.css";
import { LaneName } from "./lane-head.tsx";
import type { Lane } from "./lanes.ts";

export interface Moving {
  record: CrmRecord;
  anchor: HTMLElement;
}

interface MoveMenuProps {
  field: Field;
  lanes: Lane[];
  moving: Moving;
  onMove: (record: CrmRecord, lane: Lane) => void;
  onClose: () => void;
}

/** "Move to…": the lanes as a list, for keyboards and for fingers. */
export function MoveMenu({ field, lanes, moving: { record, anchor }, onMove, onClose }: MoveMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const here = record.values[field.key] ?? null;
  const close = () => {
    onClose();
    anchor.focus({ preventScroll: true });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (step) items[(at + step + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const box = anchor.getBoundingClientRect();
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      trapFocus
      returnFocus={false}
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left: box.left, top: box.bottom }} />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ""} p={4}>
        <div role="menu" aria-label={`Move ${record.title} to`} ref={list} tabIndex={-1} onKeyDown={onKeyDown}>
          <p className={classes.menuTitle}>Move to</p>
          {lanes
            .filter((lane) => lane.key !== here)
            .map((lane, at) => (
              <button
                className={classes.menuItem}
                type="button"
                role="menuitem"
                tabIndex={-1}
                data-autofocus={at === 0 || undefined}
                onClick={() => {
                  close();
                  onMove(record, lane);
                }}
                key={lane.key ?? ""}
              >
                <LaneName field={field} lane={lane} />
              </button>
            ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
