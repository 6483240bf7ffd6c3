import { dayAt, dayNumber, weekdayNumber } from "../../../ui/day-text.ts";

export interface FollowUpDay {
  label: string;
  day: string;
}

const [MONDAY, FRIDAY] = [1, 5];

/** The days that a follow-up is mostly set for: each once, in order. */
export function followUpDays(today: string): FollowUpDay[] {
  const [now, weekday] = [dayNumber(today), weekdayNumber(today)];
  const until = (wanted: number) => (wanted - weekday + 7) % 7;
  const days = [{ label: "Tomorrow", after: 1 }];
  if (until(FRIDAY) > 1) days.push({ label: "Friday", after: until(FRIDAY) });
  // On a Sunday the next week begins tomorrow.
  if (until(MONDAY) > 1) days.push({ label: weekday === FRIDAY || weekday === 6 ? "Monday" : "Next Monday", after: until(MONDAY) });
  if (weekday === MONDAY || until(MONDAY) <= 1) days.push({ label: "In a week", after: 7 });
  return days.toSorted((one, other) => one.after - other.after).map(({ label, after }) => ({ label, day: dayAt(now + after) }));
}
