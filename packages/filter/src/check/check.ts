import { findOverBounds } from "../bounds.ts";
import type { CheckedNode } from "../checked.ts";
import { MAX_ERRORS, shown, type FilterError } from "../error.ts";
import { fold } from "../fold.ts";
import { nearestBudget } from "../nearest.ts";
import { Places } from "../places.ts";
import type { Lookup, Person, TypeSchema } from "../schema.ts";
import type { FilterNode } from "../tree.ts";
import { DEFAULT_FORMATS, type Formats } from "../values/formats.ts";
import { checkCompare, throughRelations, type CheckedPair } from "./check-compare.ts";
import { followRelations } from "./check-path.ts";
import { report, unknownName, type Checking, type RecordName } from "./checking.ts";
import { meaningOf } from "./flags.ts";

export interface CheckOptions {
  /** The key of the type that is filtered. */
  type: string;
  lookup: Lookup;
  /** Everyone a filter may name, those who left included. Without it only `@me`, `@unassigned` and ids are understood. */
  people?: readonly Person[];
  /** How the company writes numbers and dates. */
  formats?: Formats;
  /** From `parse` or `fromJson`: then errors say where. */
  places?: Places;
}

export type Checked =
  /** `tree` is the filter in its one spelling, by keys and ids; `checked` is what runs; `names` are of records that should exist. */
  { ok: true; tree: FilterNode; checked: CheckedNode; names: readonly RecordName[] } | { ok: false; errors: readonly FilterError[] };

/** Checks a filter against its type: fields, operators, values, bounds. It never throws. */
export function check(tree: FilterNode, { type, lookup, people, formats = DEFAULT_FORMATS, places = new Places() }: CheckOptions): Checked {
  const checking: Checking = { lookup, people, formats, places, errors: findOverBounds(tree, places), names: [], budget: nearestBudget() };
  const schema = lookup(type);
  if (!schema) report(checking, places.of(tree), { message: `There is no record type \`${shown(type)}\`.` });
  const pair = schema && checking.errors.length === 0 ? checkNode(tree, schema, checking) : undefined;
  return pair && checking.errors.length === 0
    ? { ok: true, ...pair, names: checking.names }
    : { ok: false, errors: checking.errors.slice(0, MAX_ERRORS) };
}

function checkNode(node: FilterNode, type: TypeSchema, checking: Checking): CheckedPair | undefined {
  switch (node.kind) {
    case "and":
    case "or": {
      const pairs = node.nodes.map((child) => checkNode(child, type, checking)).filter((pair) => pair !== undefined);
      const checked: CheckedNode = { kind: node.kind, nodes: pairs.map((pair) => pair.checked) };
      return pairs.length === node.nodes.length ? { tree: { kind: node.kind, nodes: pairs.map((pair) => pair.tree) }, checked } : undefined;
    }
    case "not": {
      const pair = checkNode(node.node, type, checking);
      return pair && { tree: { kind: "not", node: pair.tree }, checked: { kind: "not", node: pair.checked } };
    }
    case "text":
      if (node.text === "") {
        const hint = "Write what to look for between them, or leave them out.";
        return report(checking, checking.places.of(node), { message: "There is nothing between these quotes.", hint });
      }
      return { tree: node, checked: { kind: "text", text: fold(node.text) } };
    case "compare":
      return checkCompare(node, type, checking);
    case "flag":
      return checkFlag(node, type, checking);
    case "related":
      return checkRelated(node, type, checking);
  }
  return checkCount(node, type, checking);
}

function checkFlag(node: FilterNode & { kind: "flag" }, type: TypeSchema, checking: Checking): CheckedPair | undefined {
  const name = type.flags.find((flag) => flag === fold(node.name));
  if (name === "deleted") return { tree: { kind: "flag", name }, checked: { kind: "deleted" } };
  const meaning = name && meaningOf(name, type);
  if (!meaning) {
    return report(
      checking,
      checking.places.of(node, 0),
      unknownName(`${type.labelPlural} have no flag`, node.name, type.flags, checking.budget),
    );
  }
  const pair = checkNode(meaning, type, checking);
  return pair && { tree: { kind: "flag", name }, checked: pair.checked };
}

function checkRelated(node: FilterNode & { kind: "related" }, type: TypeSchema, checking: Checking): CheckedPair | undefined {
  const inside = checkInside(node, type, checking);
  if (!inside) return undefined;
  const { relations, pair } = inside;
  if (node.quantifier === "all" && !pair) {
    return report(checking, checking.places.of(node), {
      message: "`all(…)` needs a condition after the relation.",
      expected: "`all(tasks, done:true)`",
    });
  }
  // All pass when none fails.
  const wanted = node.quantifier === "all" && pair ? negate(pair.checked) : pair?.checked;
  const some = throughRelations(relations, wanted);
  const path = relations.map(({ key }) => key);
  return {
    tree: { kind: "related", quantifier: node.quantifier, path, ...(pair && { node: pair.tree }) },
    checked: node.quantifier === "any" ? some : negate(some),
  };
}

function checkCount(node: FilterNode & { kind: "count" }, type: TypeSchema, checking: Checking): CheckedPair | undefined {
  const inside = checkInside(node, type, checking);
  if (!inside) return undefined;
  const { op, value } = node;
  if (!Number.isInteger(value) || value < 0) return report(checking, checking.places.of(node), { message: "A count is a whole number." });
  const { relations, pair } = inside;
  return {
    tree: { kind: "count", path: relations.map(({ key }) => key), ...(pair && { node: pair.tree }), op, value },
    checked: { kind: "count", path: relations, ...(pair && { node: pair.checked }), op, value },
  };
}

function checkInside(node: FilterNode & { kind: "related" | "count" }, type: TypeSchema, checking: Checking) {
  const followed = followRelations(node.path, node.path.length, type, checking);
  const pair = followed && node.node ? checkNode(node.node, followed.type, checking) : undefined;
  return followed && (pair || !node.node) ? { relations: followed.relations, pair } : undefined;
}

const negate = (node: CheckedNode): CheckedNode => ({ kind: "not", node });
