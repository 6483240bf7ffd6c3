import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Avatar } from "../../../ui/avatar.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { isStage, StageRing } from "../../types/index.ts";
import { moneyText } from "../../fields/index.ts";
import type { Group } from "../../records/index.ts";

/** What a group is called, with the arrow that says whether it is open. */
export function GroupLabel({ group, isOpen }: { group: Group; isOpen: boolean }) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Chevron size={14} stroke={1.75} aria-hidden />
      {group.option && isStage(group.field) && <StageRing field={group.field} option={group.option} />}
      {group.person && <Avatar id={group.person.id} name={group.person.name} />}
      {group.label}
    </>
  );
}

/** How many are in a group, and what they are worth. */
export function GroupFigures({ group }: { group: Group }) {
  return (
    <>
      <span className="k-faint k-number">{wholeText(group.count)}</span>
      {group.sum !== null && <span className="k-faint k-number">{moneyText(group.sum)}</span>}
    </>
  );
}
