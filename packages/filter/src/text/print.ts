import { SYMBOLS } from "../operators.ts";
import type { FilterNode, Value } from "../tree.ts";
import { spellName, spellPath, spellValue, spellWord } from "./spelling.ts";

/** Writes a filter as text. `parse(print(tree))` is the same tree. */
export function print(node: FilterNode): string {
  switch (node.kind) {
    case "and":
      return node.nodes.map((child) => (isGroup(child, "or") ? `(${print(child)})` : print(child))).join(" ");
    case "or":
      return node.nodes.map(print).join(" OR ");
    case "not":
      return isGroup(node.node, "and", "or") ? `-(${print(node.node)})` : `-${print(node.node)}`;
    case "text":
      return spellWord(node.text);
    case "flag":
      return `is:${spellName(node.name)}`;
    case "related":
      return `${node.quantifier}(${printInner(node)})`;
    case "count":
      return `count(${printInner(node)})${SYMBOLS[node.op]}${node.value}`;
  }
  const isPresence = node.op === "set" || node.op === "unset";
  return isPresence
    ? SYMBOLS[node.op] + spellPath(node.path)
    : spellPath(node.path) + SYMBOLS[node.op] + node.values.map(printInList).join(",");
}

/** `10,500` would read as one number. */
const printInList = (value: Value, index: number, list: readonly Value[]) =>
  looksLikeThousands(list[index - 1], value) ? `"${printValue(value)}"` : printValue(value);

export const looksLikeThousands = (before: Value | undefined, value: Value) =>
  before?.kind === "value" && value.kind === "value" && /^[-+]?\d{1,3}$/.test(before.text) && /^\d{3}(?:\.\d+)?$/.test(value.text);

export function printValue(value: Value): string {
  if (value.kind === "value") return spellValue(value.text);
  return [value.from, value.to].map((end) => (end === undefined ? "" : spellValue(end))).join("..");
}

function printInner(node: FilterNode & { kind: "related" | "count" }): string {
  return spellPath(node.path) + (node.node ? `, ${print(node.node)}` : "");
}

function isGroup(node: FilterNode, ...kinds: FilterNode["kind"][]): boolean {
  return kinds.includes(node.kind);
}
