import { DAY_MS } from "../src/kernel/clock.ts";

/**
 * When this process started. Test files count their dates from it, so that midnight does not lie between two looks. Many files run in
 * one process, for ten minutes and more: it is not the present moment.
 */
export const NOW = new Date();

export const ago = (ms: number) => new Date(NOW.getTime() - ms);
export const fromNow = (ms: number) => new Date(NOW.getTime() + ms);

/** The present moment, or one so long after it: only where NOW is too old, and where nothing fails when the machine is slow. */
export const presently = (after = 0) => new Date(Date.now() + after);

/** A day, counted from today where the zone is. */
export function day(from: number, { zone = "UTC", at = NOW }: { zone?: string; at?: Date } = {}): string {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at);
  return new Date(Date.parse(today) + from * DAY_MS).toISOString().slice(0, 10);
}
