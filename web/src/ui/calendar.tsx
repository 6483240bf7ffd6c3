import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./calendar.module.css";
import { addMonths, dayAt, dayNumber, longDay, monthName, weekdayOf, weekOf } from "./day-text.ts";

interface CalendarProps {
  /** The chosen day, such as 2026-11-20. */
  day: string | undefined;
  today: string;
  onChoose: (day: string) => void;
}

const WEEKS = 6;

/** A month to pick a day with the mouse. Not in the tab order: with the keyboard the day is typed in the field beside it. */
export function Calendar({ day, today, onChoose }: CalendarProps) {
  const [turned, setTurned] = useState({ day, months: 0 });
  const months = turned.day === day ? turned.months : 0;
  const first = addMonths(`${(day ?? today).slice(0, 7)}-01`, months);
  const start = dayNumber(weekOf(first));
  const turn = (by: number) => setTurned({ day, months: months + by });
  return (
    // Keep the focus in the field: losing it would close the editor.
    <div className={classes.calendar} onMouseDown={(event) => event.preventDefault()} role="presentation">
      <div className={classes.head}>
        <ActionIcon tabIndex={-1} aria-label="Previous month" onClick={() => turn(-1)}>
          <IconChevronLeft size={14} stroke={1.75} />
        </ActionIcon>
        <span aria-live="polite">{monthName(first)}</span>
        <ActionIcon tabIndex={-1} aria-label="Next month" onClick={() => turn(1)}>
          <IconChevronRight size={14} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.grid}>
        {headsFrom(start).map((name) => (
          <span className={classes.weekday} key={name} aria-hidden>
            {name}
          </span>
        ))}
        {Array.from({ length: WEEKS * 7 }, (_, at) => dayAt(start + at)).map((one) => (
          <button
            className={classes.day}
            type="button"
            tabIndex={-1}
            aria-label={longDay(one)}
            aria-pressed={one === day}
            data-other={one.slice(0, 7) !== first.slice(0, 7) || undefined}
            data-today={one === today || undefined}
            onClick={() => onChoose(one)}
            key={one}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}

/** "Mo", "Tu", … from the first day of the week, in the company's language. */
const headsFrom = (start: number) => Array.from({ length: 7 }, (_, at) => weekdayOf(dayAt(start + at)).slice(0, 2));
