import { GroupFigures, GroupLabel } from "./group-label.tsx";
import classes from "./record-table.module.css";
import type { Group } from "../../records/index.ts";

interface GroupRowProps {
  group: Group;
  index: number;
  top: number;
  isOpen: boolean;
  isCurrent: boolean;
  onToggle: () => void;
}

/** The head of a group: what it is, how many are in it, what they are worth. */
export function GroupRow({ group, index, top, isOpen, isCurrent, onToggle }: GroupRowProps) {
  return (
    <div
      className={`${classes.row} ${classes.group}`}
      style={{ top }}
      role="row"
      aria-rowindex={index + 2}
      data-current={isCurrent || undefined}
    >
      <div className={classes.groupCell} role="gridcell" id={`cell-${index}-0`}>
        <button className={classes.toggle} type="button" aria-expanded={isOpen} onClick={onToggle} tabIndex={-1}>
          <GroupLabel group={group} isOpen={isOpen} />
        </button>
        <GroupFigures group={group} />
      </div>
    </div>
  );
}
