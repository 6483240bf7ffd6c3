import { createChance } from "./chance.ts";

/** How many of a year's total exist when a week begins. Weeks are busy or quiet, the same ones every time. */
export function doneBefore(week: number, total: number, weeks: number): number {
  const busy = busyness(total, weeks);
  const until = (end: number) => busy.slice(0, end).reduce((sum, one) => sum + one, 0);
  return Math.floor((total * until(week)) / until(weeks));
}

/** How many of a year's total fall into a week. Over the year they add up to the total, whatever the rounding. */
export const shareOf = (total: number, week: number, weeks: number) => doneBefore(week + 1, total, weeks) - doneBefore(week, total, weeks);

const FIRST_WEEK = 200;
const FAIR = 100;

/** In whole percent of a usual week. The total is also the seed, so contacts and deals have different busy weeks. */
function busyness(total: number, weeks: number): number[] {
  const chance = createChance(total);
  return Array.from({ length: weeks }, (_, week) => {
    const usual = chance.number(45, 140);
    const isFair = chance.happens(0.08);
    // The first week creates more: later records need others to relate to.
    if (week === 0) return FIRST_WEEK;
    return isFair ? usual + FAIR : usual;
  });
}
