import fc, { type Arbitrary } from "fast-check";
import { findOverBounds } from "../src/bounds.ts";
import {
  Places,
  all,
  any,
  type CountOp,
  type FieldSchema,
  type FilterNode,
  type Lookup,
  type Op,
  type Quantifier,
  type TypeSchema,
  type Value,
} from "../src/index.ts";
import { KINDS, isTime, takesRange } from "../src/kinds.ts";
import { ALL, takesList } from "../src/operators.ts";
import { anyText, someText, writtenFor, type Pool } from "./arbitrary-values.ts";

export { NOW, TIME_ZONES, type Pool } from "./arbitrary-values.ts";
export { relatedIn, worldOf, type Link, type RelationEnds, type World, type WorldRecord } from "./arbitrary-world.ts";
export { PEOPLE, RELATIONS, TYPES, lookup } from "./sample.ts";

// Random filters. `anyTree` makes every tree there is, whatever its names; `filterOf` makes trees that fit a type and pass
// `check`, and `worldOf` records for them: for comparing two ways to run a filter.

/** Every tree within the bounds. */
export function anyTree(): Arbitrary<FilterNode> {
  const path = fc.array(anyText(), { minLength: 1, maxLength: 3 });
  const ends = fc.tuple(anyText(), anyText());
  const leaf = fc.oneof(
    anyText().map((text): FilterNode => ({ kind: "text", text })),
    anyText().map((name): FilterNode => ({ kind: "flag", name })),
    condition(path, ALL, anyText(), ends),
  );
  let node: Arbitrary<FilterNode> = leaf;
  for (let depth = 0; depth < 4; depth++) node = fc.oneof({ weight: 2, arbitrary: leaf }, ...groups(node), ...overRelation(path, node));
  return node.filter(isWithinBounds);
}

/** Trees that pass `check` for a type: fields by key and by label, options and people in all their spellings. */
export function filterOf(type: TypeSchema, lookup: Lookup, pool: Pool): Arbitrary<FilterNode> {
  const made = new Map<string, Arbitrary<FilterNode>>();
  return node(type, 2, 3).filter(isWithinBounds);

  // The same arbitrary serves wherever the same may stand: making each anew would take longer than drawing from it.
  function node(from: TypeSchema, depth: number, hops: number): Arbitrary<FilterNode> {
    const name = `${from.key} ${depth} ${hops}`;
    const arbitrary = made.get(name) ?? make(from, depth, hops);
    made.set(name, arbitrary);
    return arbitrary;
  }

  function make(from: TypeSchema, depth: number, hops: number): Arbitrary<FilterNode> {
    const own = fc.oneof(
      { weight: 8, arbitrary: fc.oneof(...from.fields.map((field) => conditionOn(field, from, pool))) },
      { weight: 1, arbitrary: someText().map((text): FilterNode => ({ kind: "text", text })) },
      { weight: 2, arbitrary: fc.constantFrom(...from.flags).map((name): FilterNode => ({ kind: "flag", name })) },
    );
    const steps = hops === 0 ? [] : stepsFrom(from, lookup);
    const through = steps.map(({ field, other }) => throughPath(field, node(other, 0, hops - 1)));
    const leaf = fc.oneof({ weight: 4, arbitrary: own }, ...oneOf(through));
    if (depth === 0) return leaf;
    const over = steps.flatMap(({ field, other }) => overRelation(fc.constant([field.key]), node(other, depth - 1, hops - 1)));
    return fc.oneof({ weight: 4, arbitrary: leaf }, ...groups(node(from, depth - 1, hops)), ...oneOf(over));
  }
}

const isWithinBounds = (tree: FilterNode) => findOverBounds(tree, new Places()).length === 0;
const oneOf = <T>(arbitraries: Arbitrary<T>[]) => (arbitraries.length > 0 ? [fc.oneof(...arbitraries)] : []);

const COUNT_OPS: readonly CountOp[] = ["eq", "ne", "lt", "lte", "gt", "gte"];
const QUANTIFIERS: readonly Quantifier[] = ["any", "none", "all"];

function groups(inner: Arbitrary<FilterNode>): Arbitrary<FilterNode>[] {
  const several = fc.array(inner, { minLength: 2, maxLength: 3 });
  return [several.map(all), several.map(any), inner.map((node): FilterNode => ({ kind: "not", node }))];
}

function overRelation(path: Arbitrary<string[]>, inner: Arbitrary<FilterNode>): Arbitrary<FilterNode>[] {
  const maybe = fc.option(inner, { nil: undefined });
  return [
    fc
      .tuple(fc.constantFrom(...QUANTIFIERS), path, inner)
      .map(([quantifier, names, node]): FilterNode => ({ kind: "related", quantifier, path: names, node })),
    fc
      .tuple(fc.constantFrom("any" as const, "none" as const), path)
      .map(([quantifier, names]): FilterNode => ({ kind: "related", quantifier, path: names })),
    fc
      .tuple(path, maybe, fc.constantFrom(...COUNT_OPS), fc.nat({ max: 3 }))
      .map(([names, node, op, value]): FilterNode => ({ kind: "count", path: names, ...(node && { node }), op, value })),
  ];
}

/** The same condition one relation further away; what has no path is put in an `any(…)`. */
function throughPath(field: FieldSchema, inner: Arbitrary<FilterNode>): Arbitrary<FilterNode> {
  return inner.map((node) =>
    node.kind === "compare"
      ? { ...node, path: [field.key, ...node.path] }
      : { kind: "related", quantifier: "any", path: [field.key], node },
  );
}

function stepsFrom(type: TypeSchema, lookup: Lookup) {
  return type.fields.flatMap((field) => {
    const other = field.relation && lookup(field.relation.type);
    return other ? [{ field, other }] : [];
  });
}

function conditionOn(field: FieldSchema, type: TypeSchema, pool: Pool): Arbitrary<FilterNode> {
  const isUnique = type.fields.filter((other) => other.label === field.label || other.key === field.label.toLowerCase()).length === 1;
  const path = isUnique ? fc.constantFrom(field.key, field.label).map((name) => [name]) : fc.constant([field.key]);
  const facts = KINDS[field.type];
  const text = writtenFor(field, pool);
  // A range of dates may be upside down, since that depends on the clock; any other may not.
  const ends = isTime(facts) ? fc.tuple(text, text) : text.map((end): [string, string] => [end, end]);
  return condition(path, facts.operators, text, takesRange(facts) ? ends : undefined);
}

/** Conditions with these operators; with ranges, if there are ends to make them of. */
function condition(
  path: Arbitrary<readonly string[]>,
  ops: readonly Op[],
  text: Arbitrary<string>,
  ends: Arbitrary<[string, string]> | undefined,
): Arbitrary<FilterNode> {
  const one = text.map((written): Value => ({ kind: "value", text: written }));
  const ranges = ends
    ? fc.oneof(
        ends.map(([from, to]): Value => ({ kind: "range", from, to })),
        text.map(from),
        text.map(to),
      )
    : one;
  const several = fc.array(fc.oneof({ weight: 3, arbitrary: one }, ranges), { minLength: 1, maxLength: 3 });
  const none = fc.constant<Value[]>([]);
  const forms = ops.map((op) => {
    const values = takesList(op) ? several : op === "set" || op === "unset" ? none : one.map((value) => [value]);
    return fc.tuple(path, values).map(([names, list]): FilterNode => ({ kind: "compare", path: names, op, values: list }));
  });
  return fc.oneof(...forms);
}

const from = (end: string): Value => ({ kind: "range", from: end });
const to = (end: string): Value => ({ kind: "range", to: end });
