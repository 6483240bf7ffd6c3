import { z } from "zod";
import type { Operation } from "../src/kernel/operation.ts";
import { allOperations } from "./all-operations.ts";
import { PASSWORD } from "./service.ts";

/** The operations that can be called from outside. */
export const reachable = allOperations().filter((operation) => operation.access !== "system");

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  enum?: [unknown, ...unknown[]];
  description?: string;
  maximum?: number;
  items?: Schema;
}

/** The source of values for a generated input. */
export interface Source {
  id(prefix: string): string;
  word(): string;
  pick<Choice>(choices: [Choice, ...Choice[]]): Choice;
  /** The next_cursor of some list, where there is one. */
  cursor?(): string | undefined;
  /** A value for a property of this name, if its schema is not enough to generate one. */
  named?(property: string): unknown;
}

/** Always the first choice, for tests that need the same input twice. */
export const firstChoices = (id: Source["id"]): Source => ({ id, word: () => "word", pick: ([first]) => first });

const schemas = new WeakMap<Operation["input"], Schema>();

/** Made once: random tests ask for the same schema thousands of times. */
function schemaOf({ input }: Operation): Schema {
  const known = schemas.get(input) ?? (z.toJSONSchema(input, { io: "input" }) as Schema);
  schemas.set(input, known);
  return known;
}

export const propertiesOf = (operation: Operation) => Object.keys(schemaOf(operation).properties ?? {});

/** The prefix of the ids that a property holds, such as usr; undefined where it holds no id. */
export function idPrefix(operation: Operation, property: string): string | undefined {
  return prefixIn(schemaOf(operation).properties?.[property] ?? {});
}

/** Every place of an input that can name a thing: by its id, as a reference, or as the value of a field. */
export function placesIn(operation: Operation): string[] {
  const found = (path: string, schema: Schema): string[] => {
    if (schema.items) return found(`${path}[]`, schema.items);
    if (schema.properties) return Object.entries(schema.properties).flatMap(([key, inner]) => found(path ? `${path}.${key}` : key, inner));
    const isNamed = /^\^[a-z]+_\[/.test(schema.pattern ?? "") || /of the record$|^Values/.test(schema.description ?? "");
    return isNamed ? [path] : [];
  };
  // The tests of tenants cover the id of the operation's subject, and the filter of a list by person.
  return found("", schemaOf(operation)).filter((path) => path !== "id" && operation.name !== "events.list");
}

/** An input generated from the operation's own schema, so that tests that loop over operations also cover new ones. */
export function makeInput(operation: Operation, source: Source): Record<string, unknown> {
  const { properties = {}, required = [] } = schemaOf(operation);
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || source.pick([true, false]));
  const pairs = chosen.map(([name, schema]) => [name, makeValue(name, schema, source)]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
}

function makeValue(name: string, schema: Schema, source: Source): unknown {
  const prefix = prefixIn(schema);
  if (prefix) return source.id(prefix);
  const known = source.named?.(schema.description?.endsWith("of the record") ? "record" : name);
  if (known !== undefined) return known;
  if (name === "cursor") return source.cursor?.();
  if (name === "type") return "contact"; // a record type that every company has; as the type of an event it finds nothing
  if (name === "url") return "https://93.184.216.34/kith";
  if (name === "time_zone") return "UTC";
  if (name === "country") return "DE";
  if (name === "currency") return source.pick(["USD", "CHF"]);
  if (name === "rate") return "1.25";
  if (name === "token") return "a-token-that-nobody-has-ever-been-given";
  if (name === "password" || name === "current") return PASSWORD;
  if (schema.enum) return source.pick(schema.enum);
  if (schema.format === "date-time") return name === "until" ? "2026-02-01T00:00:00Z" : "2026-01-01T00:00:00Z";
  if (schema.format === "email") return `${source.word()}@test.example`;
  if (schema.type === "boolean") return source.pick([true, false]);
  if (schema.type === "integer") return source.pick([1, 2, schema.maximum ?? 10]);
  if (schema.type === "array") return [makeValue(name, schema.items ?? {}, source)];
  if (schema.type === "object")
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([inner, one]) => [inner, makeValue(inner, one, source)]));
  return source.word();
}

const prefixIn = (schema: Schema): string | undefined =>
  [schema, ...(schema.anyOf ?? [])].map((one) => /^\^([a-z]+)_/.exec(one.pattern ?? "")?.[1]).find(Boolean);
