import { MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import { tooMany } from "../../kernel/errors.ts";
import { createLimiter } from "../../platform/limiter.ts";

const FREE_TRIES = 10;
const WINDOW_MS = 15 * MINUTE_MS;
const FIRST_DELAY_MS = 5 * SECOND_MS;
const TRIES_PER_ADDRESS = 100;
const MAX_REMEMBERED = 50_000;

/**
 * Slows down guessing: after ten wrong passwords for one address each further one doubles the wait, up to the window and never
 * for ever. One password tried on many accounts hits the limit of the network it comes from.
 */
export function createAttempts(clock: Clock) {
  const accounts = new Map<string, { failures: number; lastAt: number; waitUntil: number }>();
  const places = createLimiter(clock, TRIES_PER_ADDRESS, WINDOW_MS);

  return {
    /** Counts the try before the password is checked, so that a hundred tries sent at once all count. */
    begin(email: string, ip: string) {
      const now = clock.now().getTime();
      const account = accounts.get(email);
      const place = places.look(ip);
      const waitMs = Math.max((account?.waitUntil ?? 0) - now, place.isAllowed ? 0 : place.resetSeconds * SECOND_MS);
      if (waitMs > 0) throw tooMany("Too many tries. Wait a little, then try again.", Math.ceil(waitMs / SECOND_MS));

      places.take(ip);
      const failures = account && now - account.lastAt < WINDOW_MS ? account.failures + 1 : 1;
      const delay = failures < FREE_TRIES ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_TRIES), WINDOW_MS);
      if (accounts.size >= MAX_REMEMBERED) accounts.delete(accounts.keys().next().value ?? "");
      accounts.delete(email); // re-inserted at the end, so that the oldest entry is removed first
      accounts.set(email, { failures, lastAt: now, waitUntil: now + delay });
    },

    succeeded(email: string, ip: string) {
      accounts.delete(email);
      places.giveBack(ip);
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;
