import { shown } from "../error.ts";

/** What is wrong with a date, for a person or a model. */
export const quoted = (text: string) => `"${shown(text.trim())}"`;

export const notADate = (given: string) => ({ problem: `${quoted(given)} is not a date. Try 2026-11-20 or "friday".` });

export const impossible = (given: string) => ({ problem: `${quoted(given)} is not on the calendar.` });

/** Only another order of day and month can read it. */
export const otherFormat = (given: string, reading: string) => ({
  problem: `${quoted(given)} is not in your date format. Did you mean ${reading}?`,
  readings: [reading],
});

export const twoDates = (given: string, readings: readonly string[]) => ({
  problem: `${quoted(given)} is ${readings.join(" or ")}. Write one of these.`,
  readings,
});
