import { z } from "zod";
import type { Operation } from "../../kernel/operation.ts";
import { REST_PREFIX } from "../rest/routes.ts";

type Json = Record<string, unknown>;

const FieldError = z.object({
  pointer: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  from: z.int().optional().describe("In a filter: the first character it is about"),
  to: z.int().optional().describe("In a filter: the character after the last"),
  expected: z.string().optional().describe("What could stand there"),
  suggestions: z.array(z.string()).optional().describe("The nearest names there are"),
});

const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What happened and what to do"),
    code: z.string().describe("Stable for ever; branch on this"),
    errors: z.array(FieldError),
    request_id: z.string(),
  })
  .meta({ id: "Problem" });

/** The OpenAPI 3.1.0 description of every operation that has a `rest`, read from the operations themselves. */
export function openApiDocument(operations: Operation[], baseUrl: string): Json {
  const components: Json = {};
  const schemaOf: SchemaOf = (schema, isAnswer) =>
    hoist(z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", ...(isAnswer ? { override: keepOpen } : {}) }), components);
  const problem = { description: "The call was refused", content: { "application/problem+json": { schema: schemaOf(Problem, true) } } };

  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const route = (paths[REST_PREFIX + path] ??= {});
    route[method.toLowerCase()] = describe(operation, schemaOf, problem);
  }

  return {
    openapi: "3.1.0",
    info: {
      title: "Kith",
      version: "1.0.0",
      description:
        "The CRM that people and their AI assistants share. Every call carries an API key in the x-api-key header and acts as the key's owner. Version 1 only grows: answers may get new properties, and new values where a list of them is given; nothing is taken away and nothing new is asked for.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.filter((one) => one.rest).map(roomOf))].map((name) => ({
      name,
      description: `Everything about ${name}.`,
    })),
    paths,
    components: { securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } }, schemas: components },
  };
}

type SchemaOf = (schema: z.ZodType, isAnswer: boolean) => Json;

// Answers may get new properties later, so the schema must not make clients refuse them.
const keepOpen = ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const roomOf = (operation: Operation) => operation.name.split(".")[0] ?? "";

function describe(operation: Operation, schemaOf: SchemaOf, problem: Json): Json {
  const { method, path, status = 200 } = operation.rest ?? { method: "GET", path: "" };
  const input = schemaOf(operation.input, false);
  const output = schemaOf(operation.output, true);
  const properties = Object.entries((input["properties"] ?? {}) as Record<string, Json>);
  const required = new Set((input["required"] ?? []) as string[]);
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  const hasBody = method !== "GET" && method !== "DELETE";

  const parameters: Json[] = properties
    .filter(([name]) => inPath.has(name) || !hasBody)
    .map(([name, schema]) => ({ name, in: inPath.has(name) ? "path" : "query", required: inPath.has(name) || required.has(name), schema }));
  if (hasBody) parameters.push(IDEMPOTENCY_KEY);
  if (properties.some(([name]) => name === "if_version")) parameters.push(IF_MATCH);
  const body = {
    ...input,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.has(name))),
    required: [...required].filter((name) => !inPath.has(name)),
  };

  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [roomOf(operation)],
    ...(operation.access === "admin" ? { description: "For Admins." } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    responses: {
      [status]:
        status === 204
          ? { description: "Done" }
          : { description: "Done", ...(hasVersion(output) ? { headers: ETAG } : {}), content: { "application/json": { schema: output } } },
      "4XX": problem,
      "5XX": problem,
    },
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Asking twice with the same key is asking once; answers are kept for 7 days",
  schema: { type: "string", maxLength: 255 },
};

const IF_MATCH: Json = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The ETag of the record as you read it: when it has changed since, the call is refused with 412",
  schema: { type: "string", maxLength: 100 },
};

const ETAG: Json = { ETag: { description: "The version of the record, to send as If-Match", schema: { type: "string" } } };

/** Whether an answer is about one record, and so comes with an ETag. */
function hasVersion(output: Json): boolean {
  const { version, record } = (output["properties"] ?? {}) as Record<string, Json>;
  return Boolean(version ?? (record?.["properties"] as Json | undefined)?.["version"]);
}

/** Moves a schema's named parts to the document's components. */
function hoist(schema: Json, components: Json): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs, $schema: _, ...rest } = JSON.parse(text) as Json;
  Object.assign(components, $defs);
  if (typeof rest["id"] !== "string" || rest["$ref"]) return rest;
  const { id, ...named } = rest;
  components[id] = named;
  return { $ref: `#/components/schemas/${id}` };
}
