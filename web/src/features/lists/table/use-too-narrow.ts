import { all, parse, print } from "@kith/filter";
import { useQueries } from "@tanstack/react-query";
import type { RecordType } from "../../types/index.ts";
import { countQuery } from "../../filters/index.ts";

const MAX_TRIED = 6;

interface Wider {
  /** The condition that lets nothing through. */
  condition: string;
  /** The filter without it. */
  filter: string;
  count: { value: number; is_exact: boolean };
}

/** Which one condition of a filter keeps everything out: the one without which most would be there. */
export function useTooNarrow(type: RecordType, filter: string): Wider | undefined {
  const ways = waysOut(filter);
  const counts = useQueries({ queries: ways.map((way) => countQuery(type.key, way.filter)) });
  // A suggestion that changes while one reads it would be clicked for what it no longer says.
  if (counts.some((count) => count.isPending)) return undefined;
  const found = ways.flatMap((way, at) => {
    const count = counts[at]?.data;
    return count && count.value > 0 ? [{ ...way, count }] : [];
  });
  return found.toSorted((one, other) => other.count.value - one.count.value)[0];
}

function waysOut(filter: string): { condition: string; filter: string }[] {
  const parsed = parse(filter);
  if (!parsed.ok || parsed.tree.kind !== "and") return [];
  const { nodes } = parsed.tree;
  return nodes.slice(0, MAX_TRIED).map((node) => ({ condition: print(node), filter: print(all(nodes.filter((other) => other !== node))) }));
}
