/** Local time, as the milliseconds of the same clock time in UTC, so that it can be calculated with. */
type WallTime = number;

export interface Zone {
  /** The local time at an instant. */
  wallAt(instant: number): WallTime;
  /**
   * The first instant at which the clock shows this time or a later one. So a time that occurs twice means the first, and
   * one that a clock change jumps over means the change.
   */
  instantOf(wall: WallTime): number;
}

/** Needs no table of time zones, which takes 6 MB once it is loaded. */
export const UTC: Zone = { wallAt: (instant) => instant, instantOf: (wall) => wall };

const HOUR_MS = 3_600_000;
/** More than any zone was ever from UTC, on either side. */
const MAX_OFFSET_MS = 26 * HOUR_MS;

/** As many as are in use at a time. A zone takes about 30 kB, and there are thousands of spellings. */
const MAX_KEPT = 200;
const kept = new Map<string, Zone>();

/** The zone of this name, in any spelling. Making one takes longer than parsing a whole filter (bench:records, list cpu). */
export function zoneNamed(timeZone: string): Zone {
  const name = timeZone.toLowerCase();
  const zone = kept.get(name) ?? createZone(timeZone);
  kept.delete(name);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? "");
  kept.set(name, zone);
  return zone;
}

/** Throws a RangeError for a name that is not an IANA time zone. */
export function createZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

  function wallAt(instant: number): WallTime {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(get("year"), get("month") - 1, get("day"), get("hour"), get("minute"), get("second"));
    return wall + (((instant % 1000) + 1000) % 1000);
  }

  return {
    wallAt,
    instantOf(wall) {
      // The offsets a day before and after are the only ones that can hold here, unless two changes fall within two days.
      const offsets = [wall - 24 * HOUR_MS, wall + 24 * HOUR_MS].map((near) => wallAt(near) - near);
      const exact = offsets.map((offset) => wall - offset).filter((instant) => wallAt(instant) === wall);
      return exact.length > 0 ? Math.min(...exact) : firstAtOrAfter(wall, wallAt);
    },
  };
}

/** For a time that a clock change skips: local time only grows on each side of the change, so a binary search finds it. */
function firstAtOrAfter(wall: WallTime, wallAt: Zone["wallAt"]): number {
  let before = wall - MAX_OFFSET_MS;
  let after = wall + MAX_OFFSET_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallAt(middle) >= wall) after = middle;
    else before = middle;
  }
  return after;
}
