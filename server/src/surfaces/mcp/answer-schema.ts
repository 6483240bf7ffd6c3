import type { z } from "zod";

type JsonSchema = z.core.JSONSchema.JSONSchema;

const MAX_DEPTH = 2;
const SCALARS: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "null"]);

/**
 * The schema of a tool's answer, as a model needs it: the names, how they are nested, and what the input did not say. Types of plain values,
 * required names, enums and ranges are left out. A model sees them in the answer, a client must not refuse an answer that has grown
 * since, and they were half of `tools/list`, which every conversation pays for.
 */
export function answerSchema(schema: JsonSchema, alreadySaid: ReadonlySet<string>, depth = 0): JsonSchema {
  const inside = (one: JsonSchema | boolean, at: number) => (typeof one === "boolean" ? {} : answerSchema(one, alreadySaid, at));
  const { type, description, properties, items } = orNull(schema);
  const shape: JsonSchema = {};
  if (type !== undefined && ![type].flat().every((one) => SCALARS.has(one))) shape.type = type;
  if (description && !isIdDescription(description) && !alreadySaid.has(description)) shape.description = description;
  if (depth === MAX_DEPTH) return shape;
  if (properties) shape.properties = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inside(one, depth + 1)]));
  const each = items && !Array.isArray(items) ? inside(items, depth) : {};
  if (Object.keys(each).length > 0) shape.items = each;
  return shape;
}

/** What every id says of itself. */
export const isIdDescription = (description: string | undefined) => /^Id of an? \w+$/.test(description ?? "");

/** `X or null` as one schema: nearly every union in an answer is one. */
function orNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = schema.anyOf?.filter((one) => one.type !== "null") ?? [];
  if (!only || others.length > 0) return schema;
  const type = [only.type ?? [], "null" as const].flat();
  return { ...only, type, ...(schema.description ? { description: schema.description } : {}) };
}
