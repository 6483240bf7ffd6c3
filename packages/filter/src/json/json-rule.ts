import { shown } from "../error.ts";
import { nearest } from "../nearest.ts";
import { isCountOp } from "../operators.ts";
import type { CountOp, FilterNode, Op, Path, Quantifier } from "../tree.ts";
import { readJsonPath, readJsonValues, refuse, type JsonReading, type JsonValueShape } from "./json-value.ts";

type Shape = { takes: JsonValueShape; op: Op } | { takes: "filter"; quantifier: Quantifier } | { takes: "count" };

const OWN: readonly (readonly [string, Shape])[] = [
  ["eq", { takes: "one", op: "eq" }],
  ["ne", { takes: "one", op: "ne" }],
  ["lt", { takes: "one", op: "lt" }],
  ["lte", { takes: "one", op: "lte" }],
  ["gt", { takes: "one", op: "gt" }],
  ["gte", { takes: "one", op: "gte" }],
  ["in", { takes: "list", op: "eq" }],
  ["not_in", { takes: "list", op: "ne" }],
  ["between", { takes: "pair", op: "eq" }],
  ["contains", { takes: "one", op: "contains" }],
  ["starts_with", { takes: "one", op: "starts_with" }],
  ["set", { takes: "nothing", op: "set" }],
  ["unset", { takes: "nothing", op: "unset" }],
  ["any", { takes: "filter", quantifier: "any" }],
  ["all", { takes: "filter", quantifier: "all" }],
  ["none", { takes: "filter", quantifier: "none" }],
  ["count", { takes: "count" }],
];

/** Spellings of other CRMs. They are read, and written back as our own. */
const FOREIGN: readonly (readonly [string, Shape])[] = [
  ["equals", { takes: "one", op: "eq" }],
  ["notEquals", { takes: "one", op: "ne" }],
  ["notIn", { takes: "list", op: "ne" }],
  ["isNull", { takes: "nothing", op: "unset" }],
  ["isNotNull", { takes: "nothing", op: "set" }],
  ["hasSome", { takes: "list", op: "eq" }],
  ["hasNone", { takes: "list", op: "ne" }],
  ["inLastDays", { takes: "days", op: "eq" }],
];

const SHAPES = new Map([...OWN, ...FOREIGN]);
const NAMES = OWN.map(([name]) => name);

/** What a rule may have besides `field` and `op`. */
const KEYS: Readonly<Record<Shape["takes"], readonly string[]>> = {
  one: ["value"],
  list: ["value"],
  pair: ["value"],
  days: ["value"],
  nothing: ["value"],
  filter: ["where"],
  count: ["where", "compare", "value"],
};

type Rule = ReadonlyMap<string, unknown>;

/** Reads `{ "field": …, "op": …, … }`. */
export function readRule(rule: Rule, pointer: string, reading: JsonReading): FilterNode | undefined {
  const path = readJsonPath(rule.get("field"), `${pointer}/field`, reading);
  const shape = readShape(rule.get("op"), `${pointer}/op`, reading);
  if (!path || !shape) return undefined;
  const stray = [...rule.keys()].find((key) => key !== "field" && key !== "op" && !KEYS[shape.takes].includes(key));
  if (stray !== undefined) {
    return refuse(
      reading,
      `${pointer}/${escapePointer(stray)}`,
      `This rule cannot have \`${shown(stray)}\`.`,
      KEYS[shape.takes].join(", "),
    );
  }
  if (shape.takes === "count") return readCount(path, rule, pointer, reading);
  if (shape.takes === "filter") {
    const where = readWhere(rule, pointer, reading);
    return where && { kind: "related", quantifier: shape.quantifier, path, ...where };
  }
  const values = readJsonValues(shape.takes, rule.get("value"), `${pointer}/value`, reading);
  return values && { kind: "compare", path, op: shape.op, values };
}

function readShape(op: unknown, pointer: string, reading: JsonReading): Shape | undefined {
  if (typeof op !== "string") return refuse(reading, pointer, "A rule has an `op`.", NAMES.join(" "));
  const shape = SHAPES.get(op);
  if (shape) return shape;
  const suggestions = nearest(op, NAMES);
  const guess = suggestions[0] ? ` Did you mean \`${suggestions[0]}\`?` : "";
  const message = `There is no operator \`${shown(op)}\`.${guess}`;
  reading.errors.push({ pointer, message, suggestions, expected: NAMES.join(" ") });
  return undefined;
}

function readCount(path: Path, rule: Rule, pointer: string, reading: JsonReading): FilterNode | undefined {
  const op = countOpOf(rule.get("compare"));
  if (!op) return refuse(reading, `${pointer}/compare`, "`count` says how to `compare`.", "eq ne lt lte gt gte");
  const value = rule.get("value");
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 999_999) {
    return refuse(reading, `${pointer}/value`, "`count` is compared with one whole number.", "a number from 0 to 999999");
  }
  const where = readWhere(rule, pointer, reading);
  return where && { kind: "count", path, ...where, op, value: value + 0 }; // -0 becomes 0
}

function countOpOf(name: unknown): CountOp | undefined {
  const shape = typeof name === "string" ? SHAPES.get(name) : undefined;
  return shape?.takes === "one" && isCountOp(shape.op) ? shape.op : undefined;
}

/** The filter on the related records: none given is `{}`, a wrong one undefined. */
function readWhere(rule: Rule, pointer: string, reading: JsonReading): { node?: FilterNode } | undefined {
  if (!rule.has("where")) return {};
  const node = reading.readInner(rule.get("where"), `${pointer}/where`);
  return node && { node };
}

const escapePointer = (key: string) => shown(key).replaceAll("~", "~0").replaceAll("/", "~1");
