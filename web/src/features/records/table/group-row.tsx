import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Avatar } from "../../../ui/avatar.tsx";
import { useCurrency } from "../../types/currency.tsx";
import { moneyText } from "../money-text.ts";
import { StageRing } from "../stage-ring.tsx";
import classes from "./record-table.module.css";
import type { Group } from "./use-groups.ts";

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
  const currency = useCurrency();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
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
          <Chevron size={14} stroke={1.75} aria-hidden />
          {group.option && group.field.type === "stage" && <StageRing field={group.field} option={group.option} />}
          {group.person && <Avatar id={group.person.id} name={group.person.name} />}
          {group.label}
        </button>
        <span className="k-faint k-number">{group.count.toLocaleString("en-GB")}</span>
        {group.sum !== null && <span className="k-faint k-number">{moneyText(group.sum, currency)}</span>}
      </div>
    </div>
  );
}
