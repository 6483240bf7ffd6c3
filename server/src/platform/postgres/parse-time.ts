import { types } from "pg";

/** PostgreSQL's oid of `timestamptz`. */
export const TIME_TYPE = types.builtins.TIMESTAMPTZ;

const parseAnyTime = types.getTypeParser(TIME_TYPE) as (text: string) => Date;

const [ZERO, NINE, DOT] = ["0", "9", "."].map((letter) => letter.charCodeAt(0)) as [number, number, number];
const SECONDS_END = 19; // of "2026-11-20 08:15:42"
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/**
 * A point in time as PostgreSQL writes it where the time zone is UTC. A record shows three to five of them; read by place, one takes a third of
 * the driver's time for it (bench:records, list cpu). Any other spelling is left to the driver.
 */
export function parseTime(text: string): Date {
  if (!IN_UTC.test(text)) return parseAnyTime(text);
  const number = (from: number, length: number) => {
    let value = 0;
    for (let at = from; at < from + length; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
    return value;
  };
  const year = number(0, 4);
  // JavaScript takes 26 for 1926.
  if (year < 100) return parseAnyTime(text);
  return new Date(Date.UTC(year, number(5, 2) - 1, number(8, 2), number(11, 2), number(14, 2), number(17, 2), milliseconds(text)));
}

/** What stands after the point, cut off after three digits. */
function milliseconds(text: string): number {
  if (text.charCodeAt(SECONDS_END) !== DOT) return 0;
  let value = 0;
  for (let at = SECONDS_END + 1; at < SECONDS_END + 4; at++) {
    const code = text.charCodeAt(at);
    value = value * 10 + (code >= ZERO && code <= NINE ? code - ZERO : 0);
  }
  return value;
}
