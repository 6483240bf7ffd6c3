export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** What is sent takes only the values that are known. What is answered may have new ones, in a later version of the service. */
export type Direction = "sent" | "answered";

/** Types of the language or of every runtime have these names already. */
const RENAMED: Record<string, string> = { Record: "CrmRecord", Event: "CrmEvent" };
const SIMPLE: Record<string, string> = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

export const typeName = (name: string) => RENAMED[name] ?? name;

/** A JSON Schema as a TypeScript type. */
export function typeOf(schema: Schema, direction: Direction): string {
  const all = (schemas: Schema[]) => [...new Set(schemas.map((one) => typeOf(one, direction)))];
  if (schema.$ref) return typeName(schema.$ref.split("/").at(-1) ?? "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumType(schema.enum, direction);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return withoutRedundant(all(union)).join(" | ");
  if (schema.allOf && !schema.type) return all(schema.allOf).join(" & ");
  if (Array.isArray(schema.type)) return all(schema.type.map((type) => ({ ...schema, type }))).join(" | ");
  if (schema.type === "array") return arrayType(schema, direction);
  if (schema.type === "object") return objectType(schema, direction);
  return SIMPLE[schema.type ?? ""] ?? "unknown";
}

/** Beside `string` a single text says nothing. */
const withoutRedundant = (types: string[]) => (types.includes("string") ? types.filter((type) => !type.startsWith('"')) : types);

function enumType(values: unknown[], direction: Direction): string {
  const known = values.map((value) => JSON.stringify(value));
  const isOpen = direction === "answered" && values.some((value) => typeof value === "string");
  return [...known, ...(isOpen ? ["(string & {})"] : [])].join(" | ");
}

function arrayType({ items, prefixItems }: Schema, direction: Direction): string {
  if (prefixItems) return `[${prefixItems.map((one) => typeOf(one, direction)).join(", ")}]`;
  const item = typeOf(items ?? {}, direction);
  return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectType(schema: Schema, direction: Direction): string {
  const { additionalProperties: more, properties = {} } = schema;
  if (Object.keys(properties).length > 0) return `{\n${membersOf(schema, direction)}\n}`;
  const value = typeof more === "object" ? typeOf(more, direction) : "unknown";
  return more === false ? "{ [name: string]: never }" : `{ [name: string]: ${value} }`;
}

/** The properties of an object, one a line, each with its description. */
export function membersOf({ properties = {}, required = [] }: Schema, direction: Direction): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const isRequired = required.includes(name);
      // Under exactOptionalPropertyTypes a caller could not pass on a value of its own that may be undefined.
      const type = typeOf(schema, direction) + (isRequired || direction === "answered" ? "" : " | undefined");
      return `${comment(schema.description)}${name}${isRequired ? "" : "?"}: ${type};`;
    })
    .join("\n");
}

export const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll("*/", "* /")} */\n` : "");
