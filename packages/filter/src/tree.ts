/** A filter. An `and` without nodes, which only stands alone, means every record. */
export type FilterNode =
  /** Two nodes or more, and none of them of the same kind: `all()` and `any()` keep it so. */
  | { kind: "and" | "or"; nodes: readonly FilterNode[] }
  | { kind: "not"; node: FilterNode }
  | { kind: "text"; text: string }
  | { kind: "compare"; path: Path; op: Op; values: readonly Value[] }
  | { kind: "flag"; name: string }
  | { kind: "related"; quantifier: Quantifier; path: Path; node?: FilterNode }
  | { kind: "count"; path: Path; node?: FilterNode; op: CountOp; value: number };

export type Op = CountOp | "contains" | "starts_with" | "set" | "unset";
export type CountOp = "eq" | "ne" | "lt" | "lte" | "gt" | "gte";
export type Quantifier = "any" | "none" | "all";

/** Field names from the record outwards: relations first, the field last. */
export type Path = readonly string[];

/**
 * A value as it was written. Whether `2026` is a number, a year or a name is not known until the field is:
 * `check` decides, and nothing is lost before that.
 */
export type Value = { kind: "value"; text: string } | { kind: "range"; from?: string; to?: string };

export const EVERYTHING: FilterNode = { kind: "and", nodes: [] };

/** All of these. */
export const all = (nodes: readonly FilterNode[]) => group("and", nodes);

/** At least one of these. */
export const any = (nodes: readonly FilterNode[]) => group("or", nodes);

function group(kind: "and" | "or", nodes: readonly FilterNode[]): FilterNode {
  const flat = nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node]));
  const [first] = flat;
  return first && flat.length === 1 ? first : { kind, nodes: flat };
}

/** The nodes directly inside this one. */
export function childrenOf(node: FilterNode): readonly FilterNode[] {
  if (node.kind === "and" || node.kind === "or") return node.nodes;
  return "node" in node && node.node ? [node.node] : [];
}
