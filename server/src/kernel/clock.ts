/** The time. A test can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const before = (clock: Clock, ms: number) => new Date(clock.now().getTime() - ms);
export const after = (clock: Clock, ms: number) => new Date(clock.now().getTime() + ms);
