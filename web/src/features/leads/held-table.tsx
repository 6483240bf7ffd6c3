import { Button, Checkbox } from "@mantine/core";
import { IconCheck, IconShieldExclamation, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { RelativeTime } from "../../ui/clock.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { toggled } from "../../ui/selection.ts";
import { StatePill } from "../../ui/state-pill.tsx";
import classes from "./held.module.css";
import type { Submission } from "./read.ts";
import { gist, nameOf, REASONS } from "./reasons.ts";
import type { HeldState } from "./search.ts";
import type { HeldActions } from "./use-held-actions.ts";

interface HeldTableProps {
  rows: Submission[];
  state: HeldState;
  /** The one whose reasons are shown beside the list. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  actions: HeldActions;
}

const MAX_AT_ONCE = 200;

/** Submissions with why they are held. J and K go through them, X selects, L lets in, Delete drops. */
export function HeldTable({ rows, state, open, onOpen, actions }: HeldTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).slice(0, MAX_AT_ONCE);
  const meant = chosen.length > 0 ? chosen : ids.filter((id) => id === open);
  const canDecide = state === "held" || state === "failed";
  const step = (by: number) => onOpen(ids[Math.min(Math.max(ids.indexOf(open ?? "") + by, 0), ids.length - 1)]);
  const decide = (run: (ids: string[]) => void) => {
    if (actions.isWorking) return;
    run(meant);
    setSelected(new Set());
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => open && setSelected(toggled(selected, open)),
    ...(canDecide ? { l: () => decide(actions.letIn), delete: () => decide(actions.drop) } : {}),
  });
  return (
    <>
      {state !== "taken" && (
        <div className={classes.head}>
          <Checkbox
            checked={chosen.length === ids.length}
            indeterminate={chosen.length > 0 && chosen.length < ids.length}
            onChange={() => setSelected(new Set(chosen.length === ids.length ? [] : ids))}
            aria-label="Select all"
          />
          <span className={classes.count} role="status">
            {chosen.length > 0 ? `${chosen.length} selected` : ""}
          </span>
          {canDecide ? (
            <>
              <Button
                disabled={meant.length === 0}
                leftSection={<IconCheck size={16} stroke={1.75} />}
                rightSection={<Kbd keys="l" />}
                onClick={() => decide(actions.letIn)}
              >
                Let in
              </Button>
              <Button
                disabled={meant.length === 0}
                leftSection={<IconTrash size={16} stroke={1.75} />}
                rightSection={<Kbd keys="Del" />}
                onClick={() => decide(actions.drop)}
              >
                Drop
              </Button>
            </>
          ) : (
            <Button
              disabled={meant.length === 0}
              leftSection={<IconShieldExclamation size={16} stroke={1.75} />}
              onClick={() => decide(actions.hold)}
            >
              Hold again
            </Button>
          )}
        </div>
      )}
      <ul className={classes.rows} aria-label="Submissions">
        {rows.map((row) => (
          <HeldRow
            row={row}
            isOpen={row.id === open}
            isSelected={selected.has(row.id)}
            onOpen={() => onOpen(row.id === open ? undefined : row.id)}
            {...(state === "taken" ? {} : { onSelect: () => setSelected(toggled(selected, row.id)) })}
            key={row.id}
          />
        ))}
      </ul>
    </>
  );
}

interface HeldRowProps {
  row: Submission;
  isOpen: boolean;
  isSelected: boolean;
  onOpen: () => void;
  onSelect?: () => void;
}

function HeldRow({ row, isOpen, isSelected, onOpen, onSelect }: HeldRowProps) {
  const name = nameOf(row);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <li className={classes.row} data-open={isOpen || undefined} data-selected={isSelected || undefined} ref={line}>
      {onSelect && <Checkbox checked={isSelected} onChange={onSelect} aria-label={`Select ${name}`} />}
      <button className={classes.who} type="button" aria-expanded={isOpen} onClick={onOpen}>
        <span className={classes.name}>{name}</span>
        <span className={classes.gist}>{gist(row)}</span>
      </button>
      <span className={classes.reasons}>
        {row.failure ? (
          <StatePill tone="bad">could not be taken</StatePill>
        ) : (
          row.reasons.map((reason) => (
            <StatePill tone={row.state === "taken" ? "neutral" : "bad"} icon={null} key={reason}>
              {REASONS[reason].short}
            </StatePill>
          ))
        )}
      </span>
      <span className={`${classes.source} k-truncate`}>{row.source?.name ?? row.sender ?? ""}</span>
      <span className={classes.when}>
        <RelativeTime at={row.received_at} />
      </span>
    </li>
  );
}
