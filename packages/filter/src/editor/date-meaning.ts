import { isMoment, parseDate } from "../dates/date-text.ts";
import { dayRanges, instantRanges, type Moment } from "../dates/dates.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** The day or days a date means: "Thu 17 Dec 2026", "1 – 30 Nov", "1 Oct – 31 Dec 2027". */
export function meaningOfDate(text: string, moment: Moment): string {
  const date = parseDate(text);
  if (!date) return "";
  const [range] = dayRanges({ op: "in", values: [date] }, moment);
  const [first, last] = [range?.first, range?.last].map((day) => new Date(`${day}T00:00:00Z`));
  if (!first || !last) return "";
  if (isMoment(date)) return `${oneDay(first)}, ${timeOf(instantRanges({ op: "in", values: [date] }, moment)[0]?.start ?? 0, moment)}`;
  return first.getTime() === last.getTime() ? oneDay(first) : severalDays(first, last, moment);
}

const oneDay = (day: Date) => `${WEEKDAYS[day.getUTCDay()]} ${dayAndMonth(day)} ${day.getUTCFullYear()}`;

const dayAndMonth = (day: Date) => `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;

function severalDays(first: Date, last: Date, { now, zone }: Moment): string {
  const [year, lastYear] = [first.getUTCFullYear(), last.getUTCFullYear()];
  const isThisYear = lastYear === new Date(zone.wallAt(now)).getUTCFullYear();
  const isOneMonth = year === lastYear && first.getUTCMonth() === last.getUTCMonth();
  const start = isOneMonth ? String(first.getUTCDate()) : `${dayAndMonth(first)}${year === lastYear ? "" : ` ${year}`}`;
  return `${start} – ${dayAndMonth(last)}${isThisYear && year === lastYear ? "" : ` ${lastYear}`}`;
}

const timeOf = (instant: number, { zone }: Moment) => new Date(zone.wallAt(instant)).toISOString().slice(11, 16);
