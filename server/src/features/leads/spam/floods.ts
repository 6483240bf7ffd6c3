import { MINUTE_MS, type Clock } from "../../../kernel/clock.ts";

const FLOOD_MS = 10 * MINUTE_MS;
const LEAST_A_MINUTE = 60;
/** A form that may take 1,000 a day is flooded at 100 a minute. */
const SHARE_OF_DAY = 0.1;
const MAX_FORMS = 10_000;

interface Flooded {
  company_id: string;
  id: string;
  day_cap: number;
  flood_since: Date | null;
  flood_until: Date | null;
}

interface Watched {
  windowEnds: number;
  count: number;
  since: number;
  until: number;
  announcedAt: number;
}

/**
 * Notices that more comes to a form than people send. What one node notices it tells the others through the form's row, which every node
 * reads for every submission, so that a token of one node is judged by another as the first one meant it.
 */
export function createFloods(clock: Clock, tell: (companyId: string, form: string) => void) {
  const watched = new Map<string, Watched>();

  function watch(form: string): Watched {
    const known = watched.get(form);
    if (known) return known;
    if (watched.size >= MAX_FORMS) watched.delete(watched.keys().next().value ?? "");
    const fresh = { windowEnds: 0, count: 0, since: 0, until: 0, announcedAt: -Infinity };
    watched.set(form, fresh);
    return fresh;
  }

  function begin(companyId: string, form: string): void {
    const [one, now] = [watch(form), clock.now().getTime()];
    if (one.until <= now) one.since = now;
    one.until = now + FLOOD_MS;
    if (Math.abs(now - one.announcedAt) < MINUTE_MS) return;
    one.announcedAt = now;
    tell(companyId, form);
  }

  return {
    /** The day is full. From now on people show by work that they are people. */
    begin,
    /** Counts a submission that did no work. */
    count({ company_id, id, day_cap }: Flooded): void {
      const [one, now] = [watch(id), clock.now().getTime()];
      // One that ends later than a new one would is from before the clock was set back.
      if (one.windowEnds <= now || one.windowEnds > now + MINUTE_MS) [one.windowEnds, one.count] = [now + MINUTE_MS, 0];
      if (++one.count > Math.max(LEAST_A_MINUTE, day_cap * SHARE_OF_DAY)) begin(company_id, id);
    },
    /** Since when the form is flooded; undefined: it is not. */
    since({ id, flood_since, flood_until }: Flooded): number | undefined {
      const now = clock.now().getTime();
      const here = watched.get(id);
      const starts = [
        ...(flood_since && flood_until && flood_until.getTime() > now ? [flood_since.getTime()] : []),
        ...(here && here.until > now ? [here.since] : []),
      ];
      return starts.length > 0 ? Math.min(...starts) : undefined;
    },
  };
}
