import { z } from "zod";
import { schemaNames } from "../../kernel/operation.ts";

export type Json = Record<string, unknown>;

/** Where the name of a schema stands until the schema is moved to the components. */
const NAME = "x-schema-name";
/** What belongs to the place where a schema is used, and stays beside the reference to it. */
const OF_THE_PLACE = new Set(["description", "default"]);

/** Makes JSON Schema of the operations' schemas. A schema with a name is put under components/schemas once, and is referred to. */
export function createSchemas() {
  const components: Record<string, Json> = {};

  /** Requests and answers differ: a request refuses unknown properties, an answer may grow. So a schema that is in both has two names. */
  function convert(schema: z.ZodType, isAnswer: boolean): Json {
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io: "input",
      target: "draft-2020-12",
      override({ zodSchema, jsonSchema }) {
        if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // maxItems says the same. Generators that know no tuples need a schema here; to them it is a list of anything, of that length.
        if (jsonSchema.items === false) jsonSchema.items = {};
        const named = schemaNames.get(zodSchema);
        if (named) jsonSchema[NAME] = isAnswer ? named.name : `${named.name}Input`;
      },
    });
    return lift(json) as Json;
  }

  function lift(json: unknown): unknown {
    if (Array.isArray(json)) return json.map(lift);
    if (typeof json !== "object" || json === null) return json;
    const { [NAME]: name, ...rest } = json as Json;
    const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lift(value)]));
    return typeof name === "string" ? refer(name, inner) : inner;
  }

  /** Keeps a schema under a name. Returns the reference to it. */
  function refer(name: string, schema: Json): Json {
    const entries = Object.entries(schema);
    const own = Object.fromEntries(entries.filter(([key]) => !OF_THE_PLACE.has(key)));
    const known = components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(own)) throw new Error(`Two different schemas are called ${name}.`);
    components[name] = own;
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(entries.filter(([key]) => OF_THE_PLACE.has(key))) };
  }

  return {
    components,
    /** The properties of an input, to be told apart into path, query and body. */
    input: (schema: z.ZodType) => convert(schema, false),
    refer,
    /** An answer that has no name of its own gets this one. */
    answer(schema: z.ZodType, name: string): Json {
      const json = convert(schema, true);
      return json["$ref"] ? json : refer(name, json);
    },
    /** The schema behind a reference. */
    resolve: (json: Json): Json => components[String(json["$ref"]).split("/").at(-1) ?? ""] ?? json,
  };
}

export type Schemas = ReturnType<typeof createSchemas>;
