import { zoneNamed } from "@kith/filter";
import type { Per } from "./facts.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const MINUTE_MS = 60_000;
const MAX_KEPT = 2_000;
const kept = new Map<string, number>();

/**
 * When the hour, day or month that counts towards a cap began, by the clock of a zone. It is the same for a whole minute and is kept: a
 * trial asks for the same few thousands of times, and a calendar is slow (trial.test.ts).
 */
export function periodStart(zone: string, per: Per, at: Date): Date {
  const name = `${zone} ${per} ${Math.floor(at.getTime() / MINUTE_MS)}`;
  const known = kept.get(name);
  if (known !== undefined) return new Date(known);
  const start = findStart(zone, per, at);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(name, start.getTime());
  return start;
}

function findStart(zoneName: string, per: Per, at: Date): Date {
  const zone = zoneNamed(zoneName);
  const wall = zone.wallAt(at.getTime());
  // An hour that clocks show twice is two hours.
  if (per === "hour") return new Date(at.getTime() - (((wall % HOUR_MS) + HOUR_MS) % HOUR_MS));
  if (per === "day") return new Date(zone.instantOf(Math.floor(wall / DAY_MS) * DAY_MS));
  const day = new Date(wall);
  return new Date(zone.instantOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)));
}
