import type { CheckedNode } from "./checked.ts";
import type { FieldSchema } from "./schema.ts";

/**
 * The types, besides the one that is filtered, whose records decide what the filter lets through: it looks at them through a relation.
 * Naming a related record by its id looks at nothing but the relation.
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
