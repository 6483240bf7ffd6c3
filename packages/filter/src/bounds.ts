import type { FilterError, Place } from "./error.ts";
import type { Places } from "./places.ts";
import { print } from "./text/print.ts";
import { childrenOf, type FilterNode } from "./tree.ts";

/** How big a filter may be. Text and JSON have the same bounds, so an accepted filter can be written either way. */
export const BOUNDS = {
  /** Bytes of UTF-8, as text. */
  bytes: 3_000,
  /** Everything but `and`, `or` and `not` is a condition; `any(…)` and `count(…)` are one, besides those inside them. */
  conditions: 25,
  /** Groups, negations and `any(…)` inside one another. */
  depth: 5,
  /** Relations followed in a row, those of the surrounding `any(…)` included. */
  hops: 3,
  /** Values in one list. */
  values: 100,
} as const;

/** Readers stop here. Redundant parentheses may nest deeper than the tree does. */
export const MAX_LEVELS = BOUNDS.depth * 4;

const figure = (value: number) => value.toLocaleString("en-US");

const SENTENCES: Record<keyof typeof BOUNDS, (limit: string) => string> = {
  bytes: (limit) => `A filter is at most ${limit} bytes of text`,
  conditions: (limit) => `A filter has at most ${limit} conditions`,
  depth: (limit) => `A filter nests at most ${limit} deep`,
  hops: (limit) => `A filter follows at most ${limit} relations in a row`,
  values: (limit) => `A list has at most ${limit} values`,
};

/** The error that names the bound; `actual` is left out where counting to the end would be wasted work. */
export function boundError(bound: keyof typeof BOUNDS, place: Place, actual?: number): FilterError {
  const sentence = SENTENCES[bound](figure(BOUNDS[bound]));
  return { ...place, message: actual === undefined ? `${sentence}.` : `${sentence}; this one has ${figure(actual)}.` };
}

/** Every bound that a tree breaks. */
export function findOverBounds(tree: FilterNode, places: Places): FilterError[] {
  const errors: FilterError[] = [];
  const conditions: FilterNode[] = [];

  function visit(node: FilterNode, depth: number, hops: number): void {
    const children = childrenOf(node);
    const deeper = depth + (children.length > 0 ? 1 : 0);
    if (deeper > BOUNDS.depth) return void errors.push(boundError("depth", places.of(node)));
    if (node.kind !== "and" && node.kind !== "or" && node.kind !== "not") conditions.push(node);
    const further = "path" in node ? hops + node.path.length - (node.kind === "compare" ? 1 : 0) : hops;
    if ("path" in node && further > BOUNDS.hops) errors.push(boundError("hops", places.of(node.path), further));
    if (node.kind === "compare" && node.values.length > BOUNDS.values) {
      errors.push(boundError("values", places.of(node), node.values.length));
    }
    // Printing a megabyte only to count it would be wasted work.
    if ("text" in node && node.text.length > BOUNDS.bytes) errors.push(boundError("bytes", places.of(node), byteLength(node.text)));
    for (const child of children) visit(child, deeper, further);
  }

  visit(tree, 0, 0);
  const extra = conditions[BOUNDS.conditions];
  if (extra) errors.push(boundError("conditions", places.of(extra), conditions.length));
  if (errors.length > 0) return errors;
  const bytes = byteLength(print(tree));
  return bytes > BOUNDS.bytes ? [boundError("bytes", places.of(tree), bytes)] : [];
}

/** Bytes of UTF-8, counted without making them. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair is two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}
