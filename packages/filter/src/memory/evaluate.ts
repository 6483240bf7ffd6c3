import type { CheckedNode, Test } from "../checked.ts";
import type { Moment } from "../dates/dates.ts";
import { createZone } from "../dates/zone.ts";
import { searchable } from "../fold.ts";
import type { FieldSchema } from "../schema.ts";
import type { CountOp } from "../tree.ts";
import { createValueTest } from "./value-test.ts";

/** A record in memory. Values are by field key; a date is `2026-11-14`, a datetime a Date or ISO 8601, an option its key. */
export interface MemoryRecord {
  id: string;
  values: Readonly<Record<string, unknown>>;
  /** What full text looks at. */
  searchText: string;
  isDeleted?: boolean;
}

/** When, where and for whom a filter runs, and how related records are found. */
export interface Surroundings<R extends MemoryRecord = MemoryRecord> {
  now: Date;
  /** An IANA name. */
  timeZone: string;
  /** The id of the person `@me` means. Without it `@me` matches nothing. */
  me?: string;
  /** The records at the other end of a relation, deleted ones left out. */
  related(record: R, fieldKey: string): readonly R[];
}

export type Matcher<R extends MemoryRecord = MemoryRecord> = (record: R) => boolean;

/** Whether one record passes. For many records, make a matcher once. */
export function evaluate<R extends MemoryRecord>(node: CheckedNode, record: R, surroundings: Surroundings<R>): boolean {
  return createMatcher(node, surroundings)(record);
}

/** Makes a function of the filter. Dates are resolved here, once. */
export function createMatcher<R extends MemoryRecord>(node: CheckedNode, surroundings: Surroundings<R>): Matcher<R> {
  const moment: Moment = { now: surroundings.now.getTime(), zone: createZone(surroundings.timeZone) };
  return matcherOf(node);

  function matcherOf(node: CheckedNode): Matcher<R> {
    switch (node.kind) {
      case "and": {
        const matchers = node.nodes.map(matcherOf);
        return (record) => matchers.every((matches) => matches(record));
      }
      case "or": {
        const matchers = node.nodes.map(matcherOf);
        return (record) => matchers.some((matches) => matches(record));
      }
      case "not": {
        const matches = matcherOf(node.node);
        return (record) => !matches(record);
      }
      case "text":
        return (record) => searchable(record.searchText).includes(node.text);
      case "deleted":
        return (record) => record.isDeleted === true;
      case "set":
        return (record) => valuesOf(record, node.field).length > 0;
      case "test":
        return testMatcher(node.field, node.test);
      case "any": {
        const matches = node.node ? matcherOf(node.node) : () => true;
        return (record) => surroundings.related(record, node.field.key).some(matches);
      }
    }
    const matches = node.node ? matcherOf(node.node) : () => true;
    return (record) => COUNTS[node.op](countMatches(record, node.path, matches), node.value);
  }

  function testMatcher(field: FieldSchema, test: Test): Matcher<R> {
    if (test.of === "record") {
      return (record) => surroundings.related(record, field.key).some(({ id }) => test.values.includes(id));
    }
    const passes = createValueTest(test, moment, surroundings.me);
    return (record) => valuesOf(record, field).some(passes);
  }

  function countMatches(record: R, path: readonly FieldSchema[], matches: Matcher<R>): number {
    let found = new Map([[record.id, record]]);
    for (const { key } of path) {
      found = new Map([...found.values()].flatMap((one) => surroundings.related(one, key).map((other) => [other.id, other])));
    }
    return [...found.values()].filter(matches).length;
  }
}

const COUNTS: Record<CountOp, (count: number, value: number) => boolean> = {
  eq: (count, value) => count === value,
  ne: (count, value) => count !== value,
  lt: (count, value) => count < value,
  lte: (count, value) => count <= value,
  gt: (count, value) => count > value,
  gte: (count, value) => count >= value,
};

/** The values a field holds. Null, missing and empty text are none. */
function valuesOf(record: MemoryRecord, field: FieldSchema): unknown[] {
  const held: unknown = Object.hasOwn(record.values, field.key) ? record.values[field.key] : undefined;
  const values: unknown[] = Array.isArray(held) ? held : [held];
  return values.filter((value) => value !== undefined && value !== null && value !== "");
}
