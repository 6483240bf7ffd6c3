import type { Comparison, Test } from "../checked.ts";
import { dayRanges, instantRanges, type Moment } from "../dates/dates.ts";
import { compareText, fold } from "../fold.ts";

type ValueTest = (value: unknown) => boolean;

/** Makes a test into a function of one value. A value of another kind than the field's never passes. */
export function createValueTest(test: Exclude<Test, { of: "record" }>, moment: Moment, me: string | undefined): ValueTest {
  switch (test.of) {
    case "text": {
      const passes = comparisonTest(test, compareText);
      return (value) => typeof value === "string" && passes(fold(value));
    }
    case "match":
      return (value) => typeof value === "string" && MATCHES[test.op](fold(value), test.value);
    case "number": {
      const passes = comparisonTest(test, (a, b) => a - b);
      return (value) => typeof value === "number" && passes(value);
    }
    case "day": {
      const ranges = dayRanges(test, moment);
      return (value) =>
        typeof value === "string" && ranges.some(({ first, last }) => (first ?? value) <= value && value <= (last ?? value));
    }
    case "instant": {
      const ranges = instantRanges(test, moment);
      return (value) => ranges.some(({ start, end }) => isBetween(instantOf(value), start, end));
    }
    case "boolean":
      return (value) => typeof value === "boolean" && test.values.includes(value);
    case "option":
      return (value) => typeof value === "string" && test.values.includes(value);
  }
  const ids = new Set(test.values.map((user) => (user.kind === "me" ? me : user.id)));
  return (value) => typeof value === "string" && ids.has(value);
}

const instantOf = (value: unknown) => (typeof value === "string" ? Date.parse(value) : value instanceof Date ? value.getTime() : NaN);
const isBetween = (instant: number, start = -Infinity, end = Infinity) => start <= instant && instant < end;

const MATCHES: Record<"contains" | "starts_with", (value: string, wanted: string) => boolean> = {
  contains: (value, wanted) => value.includes(wanted),
  starts_with: (value, wanted) => value.startsWith(wanted),
};

const ORDERS: Record<"lt" | "lte" | "gt" | "gte", (order: number) => boolean> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

function comparisonTest<T>(comparison: Comparison<T>, compare: (a: T, b: T) => number): (value: T) => boolean {
  if (comparison.op === "in") return (value) => comparison.values.some((other) => compare(value, other) === 0);
  if (comparison.op !== "between") return (value) => ORDERS[comparison.op](compare(value, comparison.value));
  const { from, to } = comparison;
  return (value) => (from === undefined || compare(value, from) >= 0) && (to === undefined || compare(value, to) <= 0);
}
