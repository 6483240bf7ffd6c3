import { dayHeading, dayOf, timeOfDay } from "../../ui/time-text.ts";

/** "09:40" today, "Yesterday", "Sun 15 Nov". */
export const shortWhen = (at: Date, now: Date, zone: string) =>
  dayOf(at, zone) === dayOf(now, zone) ? timeOfDay(at, zone) : dayHeading(at, now, zone);

/** "09:40", "Yesterday 17:02", "Sun 15 Nov 08:31". */
export const longWhen = (at: Date, now: Date, zone: string) =>
  dayOf(at, zone) === dayOf(now, zone) ? timeOfDay(at, zone) : `${dayHeading(at, now, zone)} ${timeOfDay(at, zone)}`;
