import { zoneNamed } from "@kith/filter";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** When somebody is there again, as clocks show it where they work. In UTC an evening in Berlin or New York would be on another day. */
export function absenceText(until: string, zone: string): string {
  const wall = new Date(zoneNamed(zone).wallAt(Date.parse(until)));
  const day = `${DAYS[wall.getUTCDay()]} ${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`;
  const time = wall.toISOString().slice(11, 16);
  return time === "00:00" ? `absent, back on ${day}` : `absent until ${day}, ${time}`;
}
