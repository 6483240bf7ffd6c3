/** A day and a time of it, each still as text; the time is `14:00` or `14:00:30.000`, the offset `Z`, `+02:00` or nothing. */
interface DayAndTime {
  day: string;
  time: string;
  offset: string;
}

const AT_END =
  /^(.*?\S)(?:T|,? (?:(?:at|um|à|a|om|kl\.?|@) )?)(\d{1,2})(?:[:.h](\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(am|pm|a\.m\.|p\.m\.|uhr|h)? ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?$/i;

/** Takes the time off the end of a text: `yesterday 14:00`, `20.11.2026, 9.30 Uhr`, `20/11/2026 2:30 pm`. */
export function splitTime(text: string): DayAndTime | undefined {
  const [, day, hours = "", minutes, seconds, fraction = "", suffix = "", zone = ""] = AT_END.exec(text) ?? [];
  // A number alone is no time: `20 November 26`.
  if (day === undefined || (minutes === undefined && suffix === "")) return undefined;
  const hour = hourOf(Number(hours), suffix.toLowerCase().replaceAll(".", ""));
  if (hour === undefined || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const precise = seconds === undefined ? "" : `:${seconds}${Number(fraction) > 0 ? `.${fraction.slice(0, 3)}` : ""}`;
  // Midnight to the second is midnight: files write it for days.
  return { day, time: `${String(hour).padStart(2, "0")}:${minutes ?? "00"}${precise === ":00" ? "" : precise}`, offset: offsetOf(zone) };
}

function hourOf(hour: number, suffix: string): number | undefined {
  if (suffix !== "am" && suffix !== "pm") return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (suffix === "pm" ? 12 : 0);
}

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return zone === "" ? "" : "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
