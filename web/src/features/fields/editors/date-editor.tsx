import { Popover } from "@mantine/core";
import { createZone, readDay, readMoment } from "@kith/filter/values";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Calendar } from "../../../ui/calendar.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { addMonths, dayAt, dayNumber, longDay, relativeDay } from "../../../ui/day-text.ts";
import { formats, typedDay } from "../../../ui/formats.ts";
import type { Then } from "../../../ui/picker.tsx";
import { dayOf, timeOfDay } from "../../../ui/time-text.ts";
import { type EditorProps, start } from "./editor.ts";
import { FieldError } from "./field-error.tsx";
import { inMain } from "../../../ui/browser.ts";
import classes from "./field-editor.module.css";

export function DateEditor(props: EditorProps) {
  const begin = props.value ? typedDay(String(props.value)) : "";
  return <DayField {...props} begin={begin} read={readDay} dayIn={(day) => day} />;
}

/** A day and a time on the company's clock: "tomorrow 9:30". */
export function DatetimeEditor(props: EditorProps) {
  const { zone } = useClock();
  const at = props.value ? new Date(String(props.value)) : undefined;
  const begin = at ? `${typedDay(dayOf(at, zone))} ${timeOfDay(at, zone)}` : "";
  return <DayField {...props} begin={begin} read={readMoment} dayIn={(moment) => dayOf(new Date(moment), zone)} hasTime />;
}

interface DayFieldProps extends EditorProps {
  begin: string;
  read: typeof readDay;
  /** The day of a value. */
  dayIn: (value: string) => string;
  hasTime?: boolean;
}

const TIME = /\s*(?:at\s+)?\b(\d{1,2}:\d{2})$/;

function DayField({ field, onSave, onCancel, typed, look, begin, read, dayIn, hasTime = false }: DayFieldProps) {
  const { now, zone } = useClock();
  const today = dayOf(now, zone);
  const [text, setText] = useState(typed ?? begin);
  const [isOpen, setOpen] = useState(look === "cell");
  const reading =
    text.trim() === "" ? undefined : read(text, formats(), { now: now.getTime(), zone: createZone(zone), weekStart: formats().weekStart });
  const value = reading && "value" in reading ? reading.value : undefined;
  const problem = reading && "problem" in reading ? reading.problem : undefined;
  const day = value && dayIn(value);
  const time = hasTime ? TIME.exec(text)?.[1] : undefined;
  const isWrong = problem !== undefined;
  // In a form it is said below the input once somebody has left it or pressed Enter; a date that is half typed is not wrong yet.
  const [isShown, setShown] = useState(false);
  const errorId = useId();

  const isDone = useRef(false);
  const save = (then: Then, chosen = value) => {
    if (!chosen && isWrong) setShown(true);
    if (isDone.current || (!chosen && (isWrong || field.is_required))) return;
    // A cell's editor is gone after it was saved; the blur it leaves with must not save once more.
    isDone.current = look === "cell";
    onSave(chosen ?? null, then);
  };
  const setDay = (next: string) => setText(time ? `${typedDay(next)} ${time}` : typedDay(next));
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = stepped(event.key, day ?? today);
    if (moved) setDay(moved);
    else if (event.key === "Enter") save("enter");
    else if (event.key === "Tab" && look === "cell") save(event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape" && look === "cell") {
      isDone.current = true;
      onCancel();
    } else if (event.key === "Escape" && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shownError = look === "form" && isShown ? problem : undefined;
  const editor = (
    <Popover
      opened={isOpen && shownError === undefined}
      position="bottom-start"
      offset={4}
      trapFocus={false}
      withRoles={false}
      portalProps={inMain}
      closeOnEscape={false}
    >
      <Popover.Target>
        <input
          className={look === "cell" ? classes.cell : classes.form}
          value={text}
          onChange={(event) => {
            setShown(false);
            setText(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setShown(isWrong);
            if (isWrong && !isDone.current) onCancel();
            else save("stay");
          }}
          aria-label={field.label}
          aria-invalid={isWrong}
          aria-describedby={shownError === undefined ? undefined : errorId}
          placeholder={hasTime ? "tomorrow 9:30" : "tomorrow, +3d, 20 Nov"}
          autoComplete="off"
          ref={look === "cell" ? (node) => start(node, typed) : undefined}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.meant} data-wrong={(isWrong && look === "cell") || undefined} role="status">
          {problem ?? (day ? `${longDay(day)}${time ? `, ${time}` : ""} · ${relativeDay(day, today)}` : "No date")}
        </p>
        <Calendar day={day} today={today} onChoose={(chosen) => (hasTime ? setDay(chosen) : save("stay", chosen))} />
      </Popover.Dropdown>
    </Popover>
  );
  return look === "form" ? (
    <FieldError id={errorId} text={shownError} look={look}>
      {editor}
    </FieldError>
  ) : (
    editor
  );
}

/** Up and down move by a day, Page up and down by a month. */
function stepped(key: string, day: string): string | undefined {
  const days = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (days) return dayAt(dayNumber(day) + days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months ? addMonths(day, months) : undefined;
}
