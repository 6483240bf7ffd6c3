const DAY_MINUTES = 1_440;
const HOURS = "h|hs|hr|hrs|hour|hours|std|stunde|stunden";
const MINUTES = "m|min|mins|minute|minutes|minuten";
const CLOCK = /^(\d{1,2}):([0-5]\d)(?:h)?$/;
const PARTS = new RegExp(String.raw`^(?:(\d+(?:[.,]\d+)?)(?:${HOURS})\.?)?(?:(\d+)(?:(?:${MINUTES})\.?)?)?$`);

/**
 * How long something took, in minutes: `14`, `14 min`, `1h30`, `1:30`, `1.5 h`, `1,5 Std.` Nothing typed is null; what cannot be
 * understood, or is no length of a call, is undefined.
 */
export function readDuration(text: string): number | null | undefined {
  const typed = text.toLowerCase().replaceAll(/\s+/g, "");
  if (typed === "") return null;
  const clock = CLOCK.exec(typed);
  const parts = PARTS.exec(typed);
  const [, hours, minutes] = clock ?? parts ?? [];
  if (hours === undefined && minutes === undefined) return undefined;
  const sum = Math.round(Number((hours ?? "0").replace(",", ".")) * 60) + Number(minutes ?? "0");
  return sum >= 1 && sum <= DAY_MINUTES ? sum : undefined;
}

/** "14 min", "1 h", "1 h 30 min". */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : "", rest > 0 ? `${rest} min` : ""].filter(Boolean).join(" ");
}
