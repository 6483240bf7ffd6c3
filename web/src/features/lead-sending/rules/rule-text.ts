import type { DraftRule, Hours, Then } from "./draft.ts";

export const HOW = {
  person: "Assign to a person",
  round_robin: "Assign, round robin",
  weighted: "Assign by weight",
  least_loaded: "Assign, least loaded",
} as const;

export const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export const PER = { hour: "This hour", day: "Today", month: "Month" } as const;

/** "Mon to Fri, 8:00 to 18:00" */
export function hoursText({ days, from, to, zone }: Hours, companyZone?: string): string {
  const where = companyZone === undefined || zone === companyZone ? "" : ` in ${zoneName(zone)}`;
  return `${daysText(days)}, ${clock(from)} to ${clock(to)}${where}`;
}

export const zoneName = (zone: string) => zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;

const clock = (time: string) => time.replace(/^0/, "");

export function daysText(days: readonly number[]): string {
  const sorted = days.toSorted((one, other) => one - other);
  if (sorted.length === 7) return "Every day";
  return runs(sorted)
    .map(([first, last]) => (first === last ? dayName(first) : `${dayName(first)}${last === first + 1 ? ", " : " to "}${dayName(last)}`))
    .join(", ");
}

const dayName = (day: number) => DAYS[day - 1] ?? "";

function runs(sorted: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const day of sorted) {
    const last = found.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else found.push([day, day]);
  }
  return found;
}

/** What happens to a lead that the rule matches but cannot take. */
export function otherwiseText({ then, hours, caps, per_person }: DraftRule): string {
  const reasons = [...reasonsOf(then), ...(caps.length + per_person.length > 0 ? ["full"] : []), ...(hours ? ["out of hours"] : [])];
  const several = then.kind === "assign" && then.people.length > 1;
  return `${listed(reasons)}: ${several ? "the next person, then the next rule" : "the next rule"}`;
}

function reasonsOf(then: Then): string[] {
  return then.kind === "assign" ? ["absent"] : ["refused", "no answer in time"];
}

const listed = (words: string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);

/** Whole percents that add up to 100: the largest remainders get what rounding down left. */
export function sharesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * 100) / total);
  const shares = exact.map(Math.floor);
  const order = exact.map((_, at) => at).toSorted((one, other) => rest(exact[other]) - rest(exact[one]));
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  const lucky = new Set(order.slice(0, missing));
  return shares.map((share, at) => share + (lucky.has(at) ? 1 : 0));
}

const rest = (value = 0) => value - Math.floor(value);

export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name;
