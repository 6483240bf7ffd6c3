import type { FilterError, Place } from "./error.ts";
import type { Places } from "./places.ts";
import { print } from "./text/print.ts";
import { inside, type FilterNode } from "./tree.ts";

/** How big a filter may be. Both spellings are held to the same bounds, so whatever is accepted can be written either way. */
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

/** Readers give up here. Parentheses that change nothing may go deeper than the tree they make. */
export const MAX_LEVELS = BOUNDS.depth * 4;

const figure = (value: number) => value.toLocaleString("en-US");

const SENTENCES: Record<keyof typeof BOUNDS, (most: string) => string> = {
  bytes: (most) => `A filter is at most ${most} bytes of text`,
  conditions: (most) => `A filter has at most ${most} conditions`,
  depth: (most) => `A filter nests at most ${most} deep`,
  hops: (most) => `A filter follows at most ${most} relations in a row`,
  values: (most) => `A list has at most ${most} values`,
};

/** The error that names the bound; `actual` is left out where counting on would be work for nothing. */
export function overBound(bound: keyof typeof BOUNDS, place: Place, actual?: number): FilterError {
  const sentence = SENTENCES[bound](figure(BOUNDS[bound]));
  return { ...place, message: actual === undefined ? `${sentence}.` : `${sentence}; this one has ${figure(actual)}.` };
}

/** Every bound that a tree breaks. */
export function findOverBounds(tree: FilterNode, places: Places): FilterError[] {
  const errors: FilterError[] = [];
  const conditions: FilterNode[] = [];

  function visit(node: FilterNode, depth: number, hops: number): void {
    const children = inside(node);
    const deeper = depth + (children.length > 0 ? 1 : 0);
    if (deeper > BOUNDS.depth) return void errors.push(overBound("depth", places.of(node)));
    if (node.kind !== "and" && node.kind !== "or" && node.kind !== "not") conditions.push(node);
    const further = "path" in node ? hops + node.path.length - (node.kind === "compare" ? 1 : 0) : hops;
    if ("path" in node && further > BOUNDS.hops) errors.push(overBound("hops", places.of(node.path), further));
    if (node.kind === "compare" && node.values.length > BOUNDS.values) {
      errors.push(overBound("values", places.of(node), node.values.length));
    }
    for (const child of children) visit(child, deeper, further);
  }

  visit(tree, 0, 0);
  const extra = conditions[BOUNDS.conditions];
  if (extra) errors.push(overBound("conditions", places.of(extra), conditions.length));
  if (errors.length > 0) return errors;
  const bytes = byteLength(print(tree));
  return bytes > BOUNDS.bytes ? [overBound("bytes", places.of(tree), bytes)] : [];
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
