import type { Operation } from "../../kernel/operation.ts";
import { REST_PREFIX } from "../rest/routes.ts";
import { answersOf, refusalResponses } from "./answers.ts";
import { filePaths } from "./file-paths.ts";
import { createSchemas, type Json, type Schemas } from "./schemas.ts";

/** The OpenAPI 3.1.0 description of every operation that has a `rest`, read from the operations themselves, and of files. */
export function openApiDocument(operations: Operation[], baseUrl: string): Json {
  const schemas = createSchemas();
  const responses = refusalResponses(schemas);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const route = (paths[REST_PREFIX + path] ??= {});
    route[method.toLowerCase()] = describe(operation, schemas);
  }
  for (const [path, methods] of Object.entries(filePaths(schemas))) paths[path] = { ...paths[path], ...methods };

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
    tags: [...new Set([...operations.filter((one) => one.rest).map(tagOf), "files"])].map((name) => ({
      name,
      description: `Everything about ${name}.`,
    })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([one], [other]) => (one < other ? -1 : 1))),
      responses,
    },
  };
}

const tagOf = (operation: Operation) => operation.name.split(".")[0] ?? "";

/** `records.addNote` as the beginning of a schema's name: `RecordsAddNote`. */
const schemaName = ({ name }: Operation) =>
  name
    .split(".")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function describe(operation: Operation, schemas: Schemas): Json {
  const { method, path, status = 200 } = operation.rest ?? { method: "GET", path: "" };
  const input = schemas.input(operation.input);
  const output = status === 204 ? {} : schemas.answer(operation.output, `${schemaName(operation)}Answer`);
  const properties = (input["properties"] ?? {}) as Record<string, Json>;
  const inputs = Object.keys(properties);
  const hasBody = method !== "GET" && method !== "DELETE";
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  const isParameter = (name: string) => inPath.has(name) || !hasBody;
  const required = ((input["required"] ?? []) as string[]).filter((name) => !inPath.has(name));
  const example = Object.entries((operation.example ?? {}) as Json);
  const examples = new Map(example);

  const parameters: Json[] = inputs.filter(isParameter).map((name) => ({
    name,
    in: inPath.has(name) ? "path" : "query",
    required: inPath.has(name) || required.includes(name),
    schema: properties[name],
    ...(examples.has(name) ? { example: examples.get(name) } : {}),
  }));
  // A deletion too: repeated without one, it would say that there is nothing to delete.
  if (method !== "GET") parameters.push(IDEMPOTENCY_KEY);
  if (inputs.includes("if_version")) parameters.push(IF_MATCH);
  const inBody = <Value>(entries: [string, Value][]) => Object.fromEntries(entries.filter(([name]) => !isParameter(name)));
  const body = hasBody && {
    // Not under the components: there openapi-typescript makes a value that has a default one that must be given.
    schema: { ...input, properties: inBody(Object.entries(properties)), required },
    example: inBody(example),
  };

  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [tagOf(operation)],
    ...description(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { "application/json": body } } } : {}),
    responses: answersOf({ operation, inputs, hasBody }, output, isOfOneRecord(output, schemas)),
  };
}

function description({ access, rest }: Operation): Json {
  const end = rest?.deprecated && `Deprecated: use ${rest.deprecated.instead} instead. It may be gone after ${rest.deprecated.until}.`;
  const sentences = [...(access === "admin" ? ["For Admins."] : []), ...(end ? [end] : [])];
  return { ...(sentences.length > 0 ? { description: sentences.join(" ") } : {}), ...(end ? { deprecated: true } : {}) };
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

/** Whether an answer has the version of one record, and so comes with an ETag. */
function isOfOneRecord(output: Json, schemas: Schemas): boolean {
  const { version, record } = (schemas.resolve(output)["properties"] ?? {}) as Record<string, Json>;
  const inner = record && (schemas.resolve(record)["properties"] as Json | undefined);
  return Boolean(version ?? inner?.["version"]);
}
