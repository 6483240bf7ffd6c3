/** The last line of a bench. */
export interface Result {
  ratios: Record<string, number>;
  /** Ratios of which less is better. */
  lower?: string[];
}

export interface Change {
  name: string;
  before: number[];
  now: number[];
  /** How much worse the median is: 0.1 is a tenth, less than 0 is better. */
  worseBy: number;
  verdict: "worse" | "better" | "same";
}

// Smaller differences than this come and go by themselves.
const NOISE = 0.1;

/** What differs between two series of runs. It counts where the median moved by more than a tenth and no run of one is within the other. */
export function changesBetween(before: Result[], now: Result[]): Change[] {
  const lower = new Set(now.flatMap((result) => result.lower ?? []));
  const names = Object.keys(now[0]?.ratios ?? {}).filter((name) => before.every(({ ratios }) => name in ratios));
  return names.map((name) => {
    const [was, is] = [valuesOf(before, name), valuesOf(now, name)];
    const moved = median(is) / median(was) - 1;
    const worseBy = lower.has(name) ? moved : -moved;
    const isApart = Math.min(...is) > Math.max(...was) || Math.max(...is) < Math.min(...was);
    const verdict = !isApart || Math.abs(worseBy) < NOISE ? "same" : worseBy > 0 ? "worse" : "better";
    return { name, before: was, now: is, worseBy, verdict };
  });
}

export function lineOf({ name, before, now, verdict }: Change): string {
  return `${name.padEnd(40)} ${spread(before).padStart(22)} ${spread(now).padStart(22)}   ${verdict === "same" ? "" : verdict}`.trimEnd();
}

const valuesOf = (results: Result[], name: string) => results.map(({ ratios }) => ratios[name] ?? Number.NaN);
const spread = (values: number[]) => `${median(values)} (${Math.min(...values)}–${Math.max(...values)})`;
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
