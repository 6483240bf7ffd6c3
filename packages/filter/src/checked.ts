import type { DateExpression } from "./dates/date-text.ts";
import type { FieldSchema } from "./schema.ts";
import type { CountOp } from "./tree.ts";

/**
 * A filter that fits its type: what SQL and memory run. It is smaller than the tree: `!=`, `no:`, `none(…)`, `all(…)` and paths
 * have become `not` and `any`. Every leaf is true or false, never unknown, so `not` is exactly the complement.
 */
export type CheckedNode =
  /** `and` of nothing is true, `or` of nothing false. */
  | { kind: "and" | "or"; nodes: readonly CheckedNode[] }
  | { kind: "not"; node: CheckedNode }
  /** The record's folded search text contains this text, which is folded. */
  | { kind: "text"; text: string }
  | { kind: "deleted" }
  /** The field has a value: not null, not an empty text, not an empty list. */
  | { kind: "set"; field: FieldSchema }
  /** One value of the field, at least, passes the test. */
  | { kind: "test"; field: FieldSchema; test: Test }
  /** One related record, at least, passes; without a node, there is one. */
  | { kind: "any"; field: FieldSchema; node?: CheckedNode }
  /** The number of different records at the end of the path that pass. */
  | { kind: "count"; path: readonly FieldSchema[]; node?: CheckedNode; op: CountOp; value: number };

/** Whether a filter says anything about deleted records. A list leaves them out unless it does. */
export function mentionsDeleted(node: CheckedNode): boolean {
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(mentionsDeleted);
  return node.kind === "deleted" || (node.kind === "not" && mentionsDeleted(node.node));
}

export type Test =
  /** Folded, and ordered by code point. */
  | ({ of: "text" } & Comparison<string>)
  /** Folded. */
  | { of: "match"; op: "contains" | "starts_with"; value: string }
  | ({ of: "number" } & Comparison<number>)
  | ({ of: "day" | "instant" } & Comparison<DateExpression>)
  | { of: "boolean"; op: "in"; values: readonly boolean[] }
  /** Keys of options. */
  | { of: "option"; op: "in"; values: readonly string[] }
  | { of: "user"; op: "in"; values: readonly UserReference[] }
  /** Ids of related records. */
  | { of: "record"; op: "in"; values: readonly string[] };

export type Comparison<T> =
  | { op: "in"; values: readonly T[] }
  /** Both ends belong to the range; one may be missing. */
  | { op: "between"; from?: T; to?: T }
  | { op: "lt" | "lte" | "gt" | "gte"; value: T };

export type UserReference = { kind: "me" } | { kind: "user"; id: string };
