import { Popover } from "@mantine/core";
import { createZone } from "@kith/filter";
import { type KeyboardEvent, useRef, useState } from "react";
import { Calendar } from "../../../ui/calendar.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { addMonths, dayAt, dayNumber, longDay, relativeDay } from "../../../ui/day-text.ts";
import type { Then } from "../../../ui/picker.tsx";
import { dayOf, timeOfDay } from "../../../ui/time-text.ts";
import { type EditorProps, start } from "./editor.ts";
import { inMain } from "../../../ui/browser.ts";
import classes from "./field-editor.module.css";
import { readDay } from "./read-day.ts";

export function DateEditor(props: EditorProps) {
  return <DayField {...props} begin={String(props.value ?? "")} valueOf={(day) => day} />;
}

/** A day and a time on the company's clock: "tomorrow 9:30". */
export function DatetimeEditor(props: EditorProps) {
  const { zone } = useClock();
  const at = props.value ? new Date(String(props.value)) : undefined;
  const begin = at ? `${dayOf(at, zone)} ${timeOfDay(at, zone)}` : "";
  const valueOf = (day: string, time = "00:00") => new Date(createZone(zone).instantOf(Date.parse(`${day}T${time}:00Z`))).toISOString();
  return <DayField {...props} begin={begin} valueOf={valueOf} hasTime />;
}

interface DayFieldProps extends EditorProps {
  begin: string;
  valueOf: (day: string, time?: string) => string;
  hasTime?: boolean;
}

const TIME = /\s*(?:at\s+)?\b(\d{1,2}):(\d{2})$/;

function DayField({ field, onSave, onCancel, typed, look, begin, valueOf, hasTime = false }: DayFieldProps) {
  const { now, zone } = useClock();
  const today = dayOf(now, zone);
  const [text, setText] = useState(typed ?? begin);
  const [isOpen, setOpen] = useState(look === "cell");
  const time = hasTime ? timeIn(text) : undefined;
  const words = (hasTime ? text.replace(TIME, "") : text).trim();
  const day = words === "" && time ? today : readDay(words, today);
  const isWrong = text.trim() !== "" && day === undefined;

  const isDone = useRef(false);
  const save = (then: Then, chosen = day) => {
    if (isDone.current || (!chosen && (isWrong || field.is_required))) return;
    // A cell's editor is gone after it was saved; the blur it leaves with must not save once more.
    isDone.current = look === "cell";
    onSave(chosen ? valueOf(chosen, time) : null, then);
  };
  const setDay = (next: string) => setText(time ? `${next} ${time}` : next);
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = stepped(event.key, day ?? today);
    if (moved) setDay(moved);
    else if (event.key === "Enter") save("enter");
    else if (event.key === "Tab" && look === "cell") save(event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape") {
      isDone.current = look === "cell";
      onCancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      opened={isOpen}
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
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            if (isWrong && !isDone.current) onCancel();
            else save("stay");
          }}
          aria-label={field.label}
          aria-invalid={isWrong}
          placeholder={hasTime ? "tomorrow 9:30" : "tomorrow, +3d, 20 Nov"}
          autoComplete="off"
          ref={look === "cell" ? (node) => start(node, typed) : undefined}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.meant} data-wrong={isWrong || undefined} role="status">
          {isWrong
            ? "Not a date. Try tomorrow, +3d or 20 Nov."
            : day
              ? `${longDay(day)}${time ? `, ${time}` : ""} · ${relativeDay(day, today)}`
              : "No date"}
        </p>
        <Calendar day={day} today={today} onChoose={(chosen) => (hasTime ? setDay(chosen) : save("stay", chosen))} />
      </Popover.Dropdown>
    </Popover>
  );
}

function timeIn(text: string): string | undefined {
  const [, hours, minutes] = TIME.exec(text) ?? [];
  return hours !== undefined && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, "0")}:${minutes}` : undefined;
}

/** Up and down move by a day, Page up and down by a month. */
function stepped(key: string, day: string): string | undefined {
  const days = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (days) return dayAt(dayNumber(day) + days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months ? addMonths(day, months) : undefined;
}
