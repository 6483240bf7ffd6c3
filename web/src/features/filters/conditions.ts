import { all, parse, print, type FilterNode } from "@kith/filter";

/** The conditions of a filter that must all hold, each as its own text; undefined for a text that cannot be read. */
export function conditionsOf(filter: string): string[] | undefined {
  const nodes = nodesOf(filter);
  return nodes?.map(print);
}

/** One filter from several conditions. Each must be readable. */
export const joined = (conditions: readonly string[]) => print(all(conditions.flatMap((condition) => nodesOf(condition) ?? [])));

function nodesOf(filter: string): readonly FilterNode[] | undefined {
  const parsed = parse(filter);
  if (!parsed.ok) return undefined;
  return parsed.tree.kind === "and" ? parsed.tree.nodes : [parsed.tree];
}
