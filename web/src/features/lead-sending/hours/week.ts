import type { OutputOf } from "@kith/server/contract";
import { daysText } from "../rules/rule-text.ts";

export type HoursList = OutputOf<"leadSending.getWorkingHours">;
export type WeekHours = NonNullable<HoursList["company"]>;
export type Absence = OutputOf<"leadSending.listAbsences">["items"][number];

export interface DayHours {
  isOn: boolean;
  from: string;
  to: string;
}

export const OFFICE = { from: "09:00", to: "17:00" };

/** A week in the form: each day on or off, with one range. Further ranges of a day are kept as they are. */
export const weekOf = ({ days }: WeekHours): DayHours[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const range = days.find((one) => one.day === day);
    return range ? { isOn: true, from: range.from, to: range.to } : { isOn: false, from: OFFICE.from, to: OFFICE.to };
  });

/** The hours to save. A second range of a day, which only the API makes, stays if its day stays on. */
export function hoursOf(week: DayHours[], zone: string, before: WeekHours | null): WeekHours {
  const further = (day: number) => (before?.days ?? []).filter((range) => range.day === day).slice(1);
  return {
    zone,
    days: week.flatMap(({ isOn, from, to }, at) => (isOn ? [{ day: at + 1, from, to }, ...further(at + 1)] : [])),
  };
}

/** "Mon to Thu 9:00 to 17:00, Fri 9:00 to 13:00" */
export function weekText({ days }: WeekHours): string {
  if (days.length === 0) return "No working hours";
  const ranges = [...new Set(days.map(({ from, to }) => `${from} ${to}`))];
  return ranges
    .map((range) => {
      const [from = "", to = ""] = range.split(" ");
      return `${daysText(days.filter((one) => one.from === from && one.to === to).map(({ day }) => day))} ${clock(from)} to ${clock(to)}`;
    })
    .join(", ");
}

const clock = (time: string) => time.replace(/^0/, "");
