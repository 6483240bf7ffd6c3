import { fieldsNamed } from "../check/check-path.ts";
import type { FieldSchema, Lookup, TypeSchema } from "../schema.ts";

/** The type at the end of a path of relations; undefined if one of them does not exist. */
export function resolvePath(names: readonly string[], from: TypeSchema, lookup: Lookup): TypeSchema | undefined {
  return names.reduce<TypeSchema | undefined>((type, name) => {
    const relation = type && fieldNamed(type, name)?.relation;
    return relation && lookup(relation.type);
  }, from);
}

/** The field with this key or label; undefined if there is none, or more than one. */
export function fieldNamed(type: TypeSchema, name: string): FieldSchema | undefined {
  const matches = fieldsNamed(type, name);
  return matches.length === 1 ? matches[0] : undefined;
}
