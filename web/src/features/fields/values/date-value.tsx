import { useClock } from "../../../ui/clock.tsx";
import { longDay, relativeDay, shortDay, daysBetween } from "../../../ui/day-text.ts";
import { absolute, dayOf, relative, timeOfDay } from "../../../ui/time-text.ts";
import { fieldOf, optionOf, type RecordType } from "../../types/index.ts";
import type { ValueProps } from "./value-props.ts";
import type { CrmRecord } from "../record.ts";
import classes from "./field-value.module.css";

/** "in 3 days 20 Nov": near first, because that is what one acts on. */
export function DateValue({ field, value, type, record }: ValueProps) {
  const { now, zone } = useClock();
  const today = dayOf(now, zone);
  const day = String(value);
  const tone = type && record && field.key === type.date_field ? lateness(type, record, day, today) : undefined;
  return (
    <time className={`${classes.date} k-number`} dateTime={day} title={longDay(day)} data-tone={tone}>
      <span className={classes.near}>{relativeDay(day, today)}</span>
      <span className={`${classes.absolute} k-truncate`}>{shortDay(day, today)}</span>
    </time>
  );
}

/** Like a moment anywhere else in Kith; the exact time on hover, and beside it where there is room. */
export function DatetimeValue({ value, look }: ValueProps) {
  const { now, zone } = useClock();
  const at = new Date(String(value));
  return (
    <time className={`${classes.date} k-number`} dateTime={at.toISOString()} title={absolute(at, zone)}>
      <span className="k-truncate">{relative(at, now, zone)}</span>
      {look === "page" && <span className={classes.absolute}>{timeOfDay(at, zone)}</span>}
    </time>
  );
}

/** Whether the day a record is about is near or past. */
export function lateness(type: RecordType, record: CrmRecord, day: string, today: string): "soon" | "late" | undefined {
  const days = daysBetween(today, day);
  if (days > 1 || !isOpen(type, record)) return undefined;
  return days < 0 ? "late" : "soon";
}

/** Nothing is late any more once it is won or lost. */
function isOpen(type: RecordType, record: CrmRecord): boolean {
  const field = fieldOf(type, type.stage_field);
  const stage = field && optionOf(field, record.values[field.key]);
  return stage?.state !== "won" && stage?.state !== "lost";
}
