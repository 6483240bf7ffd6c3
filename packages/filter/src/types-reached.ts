import type { CheckedNode } from "./checked.ts";
import type { FieldSchema } from "./schema.ts";

/**
 * The types whose records the filter reads through a relation, besides the filtered type itself. A change to one of those records can
 * change the result. A related record named by its id is not read: only the relation is.
 */
export function typesReached(node: CheckedNode): Set<string> {
  const types = new Set<string>();
  const add = (field: FieldSchema) => field.relation && types.add(field.relation.type);
  const walk = (one: CheckedNode): void => {
    if (one.kind === "any") add(one.field);
    if (one.kind === "count") one.path.forEach(add);
    if ("nodes" in one) one.nodes.forEach(walk);
    if ("node" in one && one.node) walk(one.node);
  };
  walk(node);
  return types;
}
