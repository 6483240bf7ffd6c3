import type { KindFacts } from "@kith/filter/kinds";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useClock } from "../../../ui/clock.tsx";
import { relativeDay } from "../../../ui/day-text.ts";
import { dayOf, relative } from "../../../ui/time-text.ts";
import { factsOf, fieldOf, isRelation, optionOf, type RecordType, StagePill } from "../../types/index.ts";
import { type CrmRecord, isBlank, isRelated, lateness, listOf, moneyText, RecordLink } from "../../fields/index.ts";
import type { FlatRows } from "./flat-rows.ts";
import { GroupFigures, GroupLabel } from "./group-label.tsx";
import type { Group } from "../../records/index.ts";
import classes from "./phone-rows.module.css";

const ROW_PX = 61;

interface PhoneRowsProps {
  type: RecordType;
  rows: FlatRows;
  isOld: boolean;
  onShow: (from: number, to: number) => void;
  onToggleGroup: (key: string) => void;
}

/** The list on a phone: two lines for each record, the name and what it is worth, then where it stands. */
export function PhoneRows({ type, rows, isOld, onShow, onToggleGroup }: PhoneRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({ count: rows.total, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 8 });
  // Asked first: the range is that of the rows asked for last, and a group that was opened has more of them.
  const items = virtual.getVirtualItems();
  const [from, to] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0];
  useEffect(() => onShow(from, to), [onShow, from, to]);
  return (
    <div
      className={classes.scroller}
      ref={scroller}
      role="region"
      aria-label={type.label_plural}
      tabIndex={0}
      data-old={isOld || undefined}
    >
      <ul className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows.at(index);
          const style = { transform: `translateY(${start}px)` };
          if (row.kind === "group")
            return (
              <li className={classes.row} style={style} key={`group ${row.group.key}`}>
                <PhoneGroup group={row.group} isOpen={row.isOpen} onToggle={() => onToggleGroup(row.group.key)} />
              </li>
            );
          return (
            <li className={classes.row} style={style} key={row.record?.id ?? index}>
              {row.record ? <PhoneRow type={type} record={row.record} /> : <span className={classes.bar} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface PhoneGroupProps {
  group: Group;
  isOpen: boolean;
  onToggle: () => void;
}

/** The head of a group, as tall as a record: a tap closes it, another opens it. */
function PhoneGroup({ group, isOpen, onToggle }: PhoneGroupProps) {
  return (
    <button className={classes.group} type="button" aria-expanded={isOpen} onClick={onToggle}>
      <GroupLabel group={group} isOpen={isOpen} />
      <GroupFigures group={group} />
    </button>
  );
}

function PhoneRow({ type, record }: { type: RecordType; record: CrmRecord }) {
  const stageField = fieldOf(type, type.stage_field);
  const stage = stageField && optionOf(stageField, record.values[stageField.key]);
  const amount = type.amount_field ? record.values[type.amount_field] : null;
  return (
    <RecordLink className={classes.link ?? ""} type={record.type} id={record.id}>
      <span className={`${classes.title} k-truncate`}>{record.title}</span>
      <span className={`${classes.side} ${classes.title} k-number`}>{isBlank(amount) ? "" : moneyText(amount as string)}</span>
      <span className={classes.detail}>
        {stageField && stage && <StagePill field={stageField} option={stage} isBare />}
        <span className="k-faint k-truncate">{detailOf(type, record)}</span>
      </span>
      <span className={classes.side}>
        <When type={type} record={record} />
      </span>
    </RecordLink>
  );
}

function When({ type, record }: { type: RecordType; record: CrmRecord }) {
  const { now, zone } = useClock();
  const day = type.date_field ? record.values[type.date_field] : null;
  if (typeof day !== "string") return type.date_field ? null : relative(new Date(record.updated_at), now, zone);
  const today = dayOf(now, zone);
  return <span data-tone={lateness(type, record, day, today)}>{relativeDay(day, today)}</span>;
}

/** What tells a record apart: whom it belongs to, or the first text it has. */
function detailOf(type: RecordType, record: CrmRecord): string {
  for (const field of type.fields) {
    const [value] = listOf(record.values[field.key]);
    if (isRelation(field) && isRelated(value)) return value.title;
  }
  const distinctive = type.fields.find(
    (field) => field.key !== "name" && isDistinctive(factsOf(field)) && !isBlank(record.values[field.key]),
  );
  return distinctive ? String(listOf(record.values[distinctive.key])[0]) : "";
}

/** A line of text; a phone number tells nobody who it is. */
const isDistinctive = ({ shape, isLong, format }: KindFacts) => shape === "text" && !isLong && format !== "phone";
