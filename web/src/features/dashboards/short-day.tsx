import { useClock } from "../../ui/clock.tsx";
import { daysBetween, longDay, shortDay, weekdayOf } from "../../ui/day-text.ts";
import { dayOf } from "../../ui/time-text.ts";

const WEEK = 7;

/** "2 days overdue", "today", "tomorrow", "Thu 19 Nov": a day in as few words as there is room for. */
export function ShortDay({ day, isDue }: { day: string; isDue: boolean }) {
  const { now, zone } = useClock();
  const today = dayOf(now, zone);
  const days = daysBetween(today, day);
  const tone = !isDue || days > 1 ? undefined : days < 0 ? "late" : "soon";
  return (
    <time dateTime={day} title={longDay(day)} data-tone={tone}>
      {wordsFor(days, day, today, isDue)}
    </time>
  );
}

function wordsFor(days: number, day: string, today: string, isDue: boolean): string {
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (isDue && days < 0) return days === -1 ? "1 day overdue" : `${-days} days overdue`;
  return days > 0 && days <= 2 * WEEK ? `${weekdayOf(day)} ${shortDay(day, today)}` : shortDay(day, today);
}
