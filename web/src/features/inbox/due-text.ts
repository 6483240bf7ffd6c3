export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on it is said in amber. */
const SOON_MS = 2 * HOUR_MS;

interface Due {
  /** "1 h 48 min left", "12 min over". */
  text: string;
  tone: "late" | "soon" | "later";
}

/** How long there is to answer. */
export function dueIn(at: string, now: Date): Due {
  const left = new Date(at).getTime() - now.getTime();
  if (left < 0) return { text: `${lengthText(-left)} over`, tone: "late" };
  return { text: `${lengthText(left)} left`, tone: left < SOON_MS ? "soon" : "later" };
}

/** "12 min", "1 h 48 min", "3 days": to the minute below a day, because a minute counts there. */
export function lengthText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} days`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 || hours >= 24 ? `${hours} h` : `${hours} h ${rest} min`;
}
