import { zoneNamed } from "@kith/filter";

/** Times of the week in a zone. `to` not after `from` means until that time of the next day; 24:00 is the end of the day. */
export interface WeekHours {
  zone: string;
  days: readonly { day: number; from: string; to: string }[];
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

interface LocalTime {
  day: number;
  minute: number;
}

/** The last answer for each zone: fifty people of a rule are asked about the same moment. */
const kept = new Map<string, { minute: number; local: LocalTime }>();
const MAX_KEPT = 200;

/** The day of the week (1 is Monday) and the minute of the day that clocks in a zone show. */
function localTime(zone: string, at: Date): LocalTime {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const known = kept.get(zone);
  if (known?.minute === minute) return known.local;
  const local = findLocalTime(zone, at);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(zone, { minute, local });
  return local;
}

function findLocalTime(zone: string, at: Date): LocalTime {
  const wall = zoneNamed(zone).wallAt(at.getTime());
  const minutes = Math.floor(wall / MINUTE_MS);
  // 1 January 1970 was a Thursday.
  const day = ((((Math.floor(minutes / DAY_MINUTES) + 3) % 7) + 7) % 7) + 1;
  return { day, minute: ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES };
}

/** Whether it is within these hours. Read from the clock on the wall, so a change of the clocks needs no rule of its own. */
export function isOpen(hours: WeekHours, at: Date): boolean {
  const { day, minute } = localTime(hours.zone, at);
  const yesterday = day === 1 ? 7 : day - 1;
  return hours.days.some((one) => {
    const [from, to] = [minuteOf(one.from), minuteOf(one.to)];
    if (to > from) return one.day === day && minute >= from && minute < to;
    return (one.day === day && minute >= from) || (one.day === yesterday && minute < to);
  });
}

const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
