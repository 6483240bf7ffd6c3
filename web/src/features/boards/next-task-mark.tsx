import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconClock, IconClockOff } from "@tabler/icons-react";
import { useClock } from "../../ui/clock.tsx";
import { daysBetween, relativeDay } from "../../ui/day-text.ts";
import { dayOf } from "../../ui/time-text.ts";
import { isBlank } from "../fields/index.ts";
import classes from "./board.module.css";
import type { NextTask } from "./next-tasks.ts";

const DAY_LENGTH = 10;

/** Whether something is to be done next, and whether it is late. Each has a shape of its own, and says it in words to whoever asks. */
export function NextTaskMark({ next }: { next: NonNullable<ReturnType<NextTask>> | null }) {
  const { now, zone } = useClock();
  const today = dayOf(now, zone);
  const due = next?.task.values[next.type.date_field ?? ""];
  const day = isBlank(due) ? undefined : String(due).slice(0, DAY_LENGTH);
  const isLate = day !== undefined && daysBetween(today, day) < 0;
  const Icon = next ? (isLate ? IconAlertTriangle : IconClock) : IconClockOff;
  const text = next ? `Next: ${next.task.title}${day ? `, ${relativeDay(day, today)}` : ""}` : "No next task";
  return (
    <span className={classes.next} data-late={isLate || undefined} title={text}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
