import type { CountOp, Op } from "./tree.ts";

/** How each operator is written in text. `has:` and `no:` stand before the field, all others after it. */
export const SYMBOLS: Readonly<Record<Op, string>> = {
  eq: ":",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  contains: "~",
  starts_with: "^=",
  set: "has:",
  unset: "no:",
};

const BY_SYMBOL = new Map(Object.entries(SYMBOLS).map(([op, symbol]) => [symbol, op as Op])); // Object.entries forgets the keys

export const opOf = (symbol: string): Op | undefined => BY_SYMBOL.get(symbol);

const COUNT_OPS: ReadonlySet<Op> = new Set<CountOp>(["eq", "ne", "lt", "lte", "gt", "gte"]);
export const isCountOp = (op: Op): op is CountOp => COUNT_OPS.has(op);

/** Operators of other languages, and ours for them. */
export const FOREIGN_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["=", ":"],
  ["==", ":"],
  ["===", ":"],
  [":=", ":"],
  ["::", ":"],
  ["!==", "!="],
  ["<>", "!="],
  [":!=", "!="],
  ["!:", "!="],
  ["=>", ">="],
  ["=<", "<="],
  [":>", ">"],
  [":>=", ">="],
  [":<", "<"],
  [":<=", "<="],
  [":~", "~"],
  ["=~", "~"],
  ["~=", "~"],
  ["~~", "~"],
  ["^", "^="],
  [":^", "^="],
  [":^=", "^="],
]);

const EQUALITY: readonly Op[] = ["eq", "ne"];
const ORDER: readonly Op[] = ["lt", "lte", "gt", "gte"];
const MATCH: readonly Op[] = ["contains", "starts_with"];
const PRESENCE: readonly Op[] = ["set", "unset"];

/** The sets of operators that the table of kinds chooses from. */
export const ORDERED = [...EQUALITY, ...ORDER, ...PRESENCE];
export const MATCHED = [...EQUALITY, ...MATCH, ...PRESENCE];
export const CHOSEN = [...EQUALITY, ...PRESENCE];
export const ALL = [...EQUALITY, ...ORDER, ...MATCH, ...PRESENCE];

/** Only `:` and `!=` go with a list or a range. */
export const takesList = (op: Op): op is "eq" | "ne" => op === "eq" || op === "ne";
