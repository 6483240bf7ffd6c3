import { printNumber } from "../values/read-number.ts";
import type { CountOp, FilterNode, Op, Quantifier, Value } from "../tree.ts";

/** A filter as JSON. */
export type FilterJson =
  | { and: FilterJson[] }
  | { or: FilterJson[] }
  | { not: FilterJson }
  | { text: string }
  | { is: string }
  | { field: FieldJson; op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "starts_with"; value: ScalarJson }
  | { field: FieldJson; op: "in" | "not_in"; value: (ScalarJson | RangeJson)[] }
  /** Both ends belong to the range; null leaves one open. */
  | { field: FieldJson; op: "between"; value: [ScalarJson | null, ScalarJson | null] }
  | { field: FieldJson; op: "set" | "unset" }
  | { field: FieldJson; op: Quantifier; where?: FilterJson }
  | { field: FieldJson; op: "count"; where?: FilterJson; compare: CountOp; value: number };

/** `organization.country`, or one string for each name when a name has a dot in it. */
export type FieldJson = string | string[];
export type ScalarJson = string | number | boolean;
export type RangeJson = { from?: ScalarJson; to?: ScalarJson };

/** Writes a filter as JSON. `fromJson(toJson(tree))` is the same tree. */
export function toJson(node: FilterNode): FilterJson {
  switch (node.kind) {
    case "and":
      return { and: node.nodes.map(toJson) };
    case "or":
      return { or: node.nodes.map(toJson) };
    case "not":
      return { not: toJson(node.node) };
    case "text":
      return { text: node.text };
    case "flag":
      return { is: node.name };
    case "related":
      return { field: fieldToJson(node.path), op: node.quantifier, ...(node.node && { where: toJson(node.node) }) };
    case "count": {
      const where = node.node && { where: toJson(node.node) };
      return { field: fieldToJson(node.path), op: "count", ...where, compare: node.op, value: node.value };
    }
  }
  return compareToJson(fieldToJson(node.path), node.op, node.values);
}

function compareToJson(field: FieldJson, op: Op, values: readonly Value[]): FilterJson {
  if (op === "set" || op === "unset") return { field, op };
  const [only] = values;
  if (only && values.length === 1 && only.kind === "value") return { field, op, value: scalarToJson(only.text) };
  if (op === "eq" && only && values.length === 1 && only.kind === "range") {
    return { field, op: "between", value: [endToJson(only.from), endToJson(only.to)] };
  }
  return { field, op: op === "ne" ? "not_in" : "in", value: values.map(valueToJson) };
}

function valueToJson(value: Value): ScalarJson | RangeJson {
  if (value.kind === "value") return scalarToJson(value.text);
  const { from, to } = value;
  return { ...(from !== undefined && { from: scalarToJson(from) }), ...(to !== undefined && { to: scalarToJson(to) }) };
}

const endToJson = (end: string | undefined) => (end === undefined ? null : scalarToJson(end));

/** A text that is exactly how JSON would write a number or a truth value becomes one, and so comes back as the same text. */
function scalarToJson(text: string): ScalarJson {
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return Number.isFinite(number) && printNumber(number) === text ? number : text;
}

function fieldToJson(path: readonly string[]): FieldJson {
  return path.some((name) => name.includes(".")) || path.length === 0 ? [...path] : path.join(".");
}
