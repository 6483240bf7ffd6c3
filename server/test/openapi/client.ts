import assert from "node:assert/strict";
import { z } from "zod";

type Json = Record<string, unknown>;
type Schema = Parameters<typeof z.fromJSONSchema>[0];

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Promised>;
}

interface Promised {
  $ref?: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: Schema }>;
}

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, Promised>;
    securitySchemes: Record<string, { type: string; in: string; name: string }>;
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  // Its schema has just been checked.
  // oxlint-disable-next-line no-explicit-any
  body: any;
}

/** Read once for each address: it is large, and many clients are connected to one service. */
const served = new Map<string, ReturnType<typeof fetchDocument>>();
async function fetchDocument(url: string) {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as OpenApi;
  return { document, ...readDocument(document) };
}

/** A client that knows only an address, a key and the served document. Every answer must fit the document. */
export async function connect(url: string, key: string, tried: Set<string>) {
  const read = served.get(url) ?? fetchDocument(url);
  served.set(url, read);
  const { document, operations, fits } = await read;
  const [keyHeader] = Object.values(document.components.securitySchemes).map((scheme) => scheme.name);

  async function send(operationId: string, given: Json): Promise<Answer> {
    const { method, path, described } = operations.get(operationId) ?? assert.fail(`the document has no ${operationId}`);
    tried.add(operationId);
    const { parameters = [], requestBody } = described;
    const named = (place: Parameter["in"]) => parameters.filter((one) => one.in === place && given[one.name] !== undefined);
    const query = named("query").flatMap((one) => [given[one.name]].flat().map((value) => [one.name, String(value)] as [string, string]));
    const body = Object.fromEntries(Object.entries(given).filter(([name]) => !parameters.some((one) => one.name === name)));
    assert.ok(requestBody ?? Object.keys(body).length === 0, `${operationId} takes no ${Object.keys(body).join(", ")}`);
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
    const response = await fetch(`${url}${address}?${new URLSearchParams(query).toString()}`, {
      method: method.toUpperCase(),
      headers: {
        [keyHeader ?? ""]: key,
        ...(requestBody ? { "content-type": Object.keys(requestBody.content)[0] ?? "" } : {}),
        ...Object.fromEntries(named("header").map((one) => [one.name, String(given[one.name])])),
      },
      ...(requestBody ? { body: isOfBytes(requestBody) ? String(body[BYTES]) : JSON.stringify(body) } : {}),
    });
    return { status: response.status, headers: response.headers, body: await checkAnswer(operationId, described, response) };
  }

  /** The answer as the document promises it: its status, its media type, its headers, and every value in it. */
  async function checkAnswer(operationId: string, { responses }: Described, response: Response): Promise<unknown> {
    const given = responses[String(response.status)];
    const text = await response.text();
    assert.ok(given, `${operationId} answered ${response.status}, which the document does not know: ${text}`);
    const promised = given.$ref ? (document.components.responses[given.$ref.split("/").at(-1) ?? ""] ?? assert.fail(given.$ref)) : given;
    checkHeaders(`${operationId} ${response.status}`, promised, response.headers);
    if (!promised.content) {
      assert.equal(text, "", operationId);
      return undefined;
    }
    const [mediaType, { schema }] = Object.entries(promised.content)[0] ?? assert.fail(operationId);
    if (mediaType === "*/*") return text;
    assert.equal(response.headers.get("content-type")?.split(";")[0], mediaType, operationId);
    const body = JSON.parse(text) as unknown;
    fits(whole(schema), body, `${operationId} answered ${response.status}`);
    return body;
  }

  return {
    document,
    /** A call that must fit the document and succeed. */
    async call(operationId: string, given: Json = {}): Promise<Answer> {
      const { parameters = [], requestBody } = operations.get(operationId)?.described ?? assert.fail(operationId);
      for (const { name, required, schema } of parameters) {
        if (required || given[name] !== undefined) fits(schema, given[name], `${operationId} ${name}`);
      }
      const body = Object.fromEntries(Object.entries(given).filter(([name]) => !parameters.some((one) => one.name === name)));
      for (const { schema } of Object.values(requestBody?.content ?? {})) fits(schema, BYTES in body ? body[BYTES] : body, operationId);
      const answer = await send(operationId, given);
      assert.ok(answer.status < 300, `${operationId}: ${JSON.stringify(answer.body)}`);
      return answer;
    },
    /** A call that must be refused. Returns the problem. */
    async refused(operationId: string, given: Json): Promise<{ status: number; code: string; errors: { hint?: string }[] }> {
      const { status, body } = await send(operationId, given);
      assert.ok(status >= 400, `${operationId} answered ${status}`);
      assert.equal(body.status, status);
      return body;
    },
  };
}

/** Under this name a call is given the bytes that are its body. */
export const BYTES = "application/octet-stream";
const isOfBytes = ({ content }: { content: object }) => BYTES in content;

/** What every answer over HTTP may carry, and what keeps browsers away. */
const USUAL_HEADERS =
  /^(connection|content-(length|type|encoding)|cache-control|date|keep-alive|transfer-encoding|vary|referrer-policy|permissions-policy|x-content-type-options|cross-origin-.+)$/;

/** Headers that are promised are there, and no header is there that the document does not name. */
function checkHeaders(what: string, { headers: promised = {} }: Promised, sent: Headers): void {
  const known = new Set(Object.keys(promised).map((name) => name.toLowerCase()));
  for (const [name, { required }] of Object.entries(promised)) assert.ok(!required || sent.has(name), `${what} came without ${name}`);
  const unknown = [...sent.keys()].filter((name) => !known.has(name) && !USUAL_HEADERS.test(name));
  assert.deepEqual(unknown, [], what);
}

export type Client = Awaited<ReturnType<typeof connect>>;

function readDocument(document: OpenApi) {
  assert.match(document.openapi, /^3\.1\./);
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [described.operationId, { method, path, described }] as const),
  );
  const localized = (schema: unknown) => JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/")) as Json;
  const fits = (schema: Schema, value: unknown, what: string) => {
    const named = Object.entries(document.components.schemas);
    const $defs = Object.fromEntries(named.map(([name, one]) => [name, whole(localized(one))]));
    const { error } = z.fromJSONSchema({ ...localized(schema), $defs }).safeParse(value);
    assert.ok(!error, `${what}: ${error && z.prettifyError(error)}\n${JSON.stringify(value)?.slice(0, 2_000)}`);
  };
  return { operations: new Map(entries), fits };
}

/** The schema of an answer, with nothing in it but what is described. Clients must accept more; we must not send it. */
function whole<T>(schema: T): T {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(whole) as T;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, whole(value as unknown)]));
  const isClosed = "properties" in schema && typeof schema.properties === "object" && !("additionalProperties" in schema);
  return { ...inner, ...(isClosed ? { additionalProperties: false } : {}) } as T;
}
