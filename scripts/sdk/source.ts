import { comment, membersOf, typeName, typeOf, type Schema } from "./type-of.ts";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation extends Described {
  area: string;
  verb: string;
  method: string;
  path: string;
  /** Undefined: it takes none. */
  input: Schema | undefined;
  answer: Schema | undefined;
  marks: string[];
}

const BYTES = "application/octet-stream";
const INDENT = "  ";

/** packages/sdk/src/generated.ts: the types of the OpenAPI description, and one line for each operation. */
export function sdkSource(document: Document): string {
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOperation(method, path, described, schemas)),
  );
  const areas = Map.groupBy(operations, ({ area }) => area);
  const lines = [
    "// Made from docs/openapi.json by npm run generate.",
    'import type { Bytes, CallOptions } from "./options.ts";\nimport type { Listing } from "./pages.ts";',
    ...Object.entries(schemas).map(([name, schema]) => namedType(name, schema)),
    ...operations.flatMap((one) => (one.input ? [`export interface ${inputName(one)} {\n${membersOf(one.input, "sent")}\n}`] : [])),
    `export interface Operations {\n${each(areas, (all) => all.map(methodType))}\n}`,
    `export const wires = {\n${each(areas, (all) => all.map(wireLine), ",")}\n};`,
  ];
  return `${indented(lines.join("\n\n"))}\n`;
}

function readOperation(method: string, path: string, described: Described, schemas: Record<string, Schema>): Operation {
  const { operationId, parameters = [], requestBody, responses } = described;
  const [area = "", verb = ""] = operationId.split(".");
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const answer = success?.content?.["application/json"]?.schema;
  const properties = schemas[answer?.$ref?.split("/").at(-1) ?? ""]?.properties ?? {};
  const marks = [
    ...(parameters.some(({ name }) => name === "Idempotency-Key") ? ["key"] : []),
    ...("next_cursor" in properties ? ["cursor"] : []),
    ...("position" in properties && "has_more" in properties ? ["position"] : []),
    ...(requestBody && BYTES in requestBody.content ? ["bytes-in"] : []),
    ...(success?.content && "*/*" in success.content ? ["bytes-out"] : []),
  ];
  const input = inputOf(parameters, requestBody);
  return { ...described, area, verb, method: method.toUpperCase(), path: path.replace("/api/v1", ""), input, answer, marks };
}

/** Path, query and body as one object, as the service itself reads them. */
function inputOf(parameters: Parameter[], requestBody: Described["requestBody"]): Schema | undefined {
  const given = parameters.filter((one) => one.in === "path" || one.in === "query");
  const body = requestBody?.content["application/json"]?.schema;
  const properties = { ...Object.fromEntries(given.map(({ name, schema }) => [name, schema])), ...body?.properties };
  const required = [...given.filter((one) => one.required).map(({ name }) => name), ...(body?.required ?? [])];
  if (requestBody && BYTES in requestBody.content) {
    properties["content"] = { $ref: "Bytes" };
    required.push("content");
  }
  return Object.keys(properties).length > 0 ? { type: "object", properties, required } : undefined;
}

function namedType(name: string, schema: Schema): string {
  const direction = name.endsWith("Input") ? "sent" : "answered";
  if (schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0)
    return `export interface ${typeName(name)} {\n${membersOf(schema, direction)}\n}`;
  return `export type ${typeName(name)} = ${typeOf(schema, direction)};`;
}

const inputName = ({ operationId }: Operation) => `${operationId.split(".").map(capital).join("")}Input`;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function methodType(operation: Operation): string {
  const { verb, input, answer, marks, summary, description } = operation;
  const isOptional = (input?.required ?? []).length === 0;
  const first = input ? `input${isOptional ? "?" : ""}: ${inputName(operation)}` : "input?: { [name: string]: never }";
  const result = marks.includes("bytes-out") ? "Blob" : answer ? typeOf(answer, "answered") : "void";
  const returned = marks.includes("cursor") ? `Listing<${result}>` : `Promise<${result}>`;
  return `${comment([summary, description].filter(Boolean).join(". "))}${verb}(${first}, options?: CallOptions): ${returned};`;
}

/** Method, path with the names in the query, and marks: it takes an Idempotency-Key, how it pages, and whether it carries bytes. */
function wireLine({ verb, method, path, parameters = [], marks }: Operation): string {
  const query = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const address = query.length > 0 ? `${path}{?${query.join(",")}}` : path;
  return `${verb}: ${JSON.stringify([method, address, ...marks].join(" "))},`;
}

const each = (areas: Map<string, Operation[]>, show: (all: Operation[]) => string[], end = ";") =>
  [...areas].map(([area, all]) => `${area}: {\n${show(all).join("\n")}\n}${end}`).join("\n");

/** By the brackets that are open at the beginning of each line. Comments are whole lines, and count for nothing. */
function indented(text: string): string {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    if (line.startsWith("/**") || line.startsWith("//")) return INDENT.repeat(depth) + line;
    if (line.startsWith("}")) depth--;
    const shown = line && INDENT.repeat(depth) + line;
    if (line.endsWith("{")) depth++;
    return shown;
  });
  return lines.join("\n");
}
