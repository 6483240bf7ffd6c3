import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sdkSource } from "../../../scripts/sdk/source.ts";
import { createKith, type Kith } from "../../../packages/sdk/src/index.ts";
import { allOperations } from "../all-operations.ts";
import { generated } from "../generated.ts";

// Every operation that has a REST route can be called through the SDK, as the service itself describes it.

type Document = Parameters<typeof sdkSource>[0];
const GENERATED = join(import.meta.dirname, "../../../packages/sdk/src/generated.ts");
const document = JSON.parse(generated()["openapi.json"] ?? "") as Document;
const source = readFileSync(GENERATED, "utf8");

/** What the SDK sends when a method is called with an input. */
async function sent(name: string, input: object): Promise<{ method: string; url: URL; headers: Headers; body: unknown }> {
  const requests: { method: string; url: URL; headers: Headers; body: unknown }[] = [];
  const kith = createKith({
    url: "https://kith.example",
    apiKey: "key",
    fetch: async (url, { method = "", headers, body } = {}) => {
      requests.push({ method, url: new URL(url), headers: new Headers(headers), body: body && JSON.parse(body as string) });
      return Response.json({ items: [], next_cursor: null });
    },
  });
  const [area = "", verb = ""] = name.split(".");
  const methods = kith[area as keyof Kith] as unknown as Record<string, (input: object) => Promise<unknown>>;
  await (methods[verb] ?? assert.fail(`the SDK has no ${name}`))(input);
  assert.equal(requests.length, 1, name);
  return requests[0] ?? assert.fail(name);
}

test("every REST operation has a method that sends what the operation declares", async () => {
  const operations = allOperations().filter((operation) => operation.rest);
  assert.ok(operations.length > 100);
  for (const { name, rest, input } of operations) {
    const { method = "", path = "" } = rest ?? {};
    const names = Object.keys((input as unknown as { shape?: object }).shape ?? {});
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => word);
    const request = await sent(name, Object.fromEntries([...new Set([...inPath, ...names])].map((word) => [word, `${word}/ä`])));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(`${word}/ä`));
    assert.deepEqual([request.method, request.url.pathname], [method, `/api/v1${filled}`], name);
    const elsewhere = names.filter((word) => !inPath.includes(word)).sort();
    const hasBody = method !== "GET" && method !== "DELETE";
    assert.deepEqual(Object.keys(request.body ?? {}).sort(), hasBody ? elsewhere : [], name);
    assert.deepEqual([...request.url.searchParams.keys()].sort(), hasBody ? [] : elsewhere, name);
    assert.equal(request.headers.has("idempotency-key"), method !== "GET", name);
  }
});

test("the types have every operation, its input and its answer, and the committed file is what the description makes", () => {
  assert.ok(source === sdkSource(document), "run npm run generate");
  const methods = source.slice(source.indexOf("export interface Operations"), source.indexOf("export const wires"));
  const described = Object.values(document.paths).flatMap((one) => Object.values(one));
  const counted = [...methods.matchAll(/^ {4}\w+\(.*options\?: CallOptions\): (?:Listing|Promise)<\w+>;$/gm)].length;
  assert.equal(counted, described.length);
  assert.doesNotMatch(methods, /\bunknown\b/);
});

test("an operation that is added, renamed or moved changes the file", () => {
  const path = Object.keys(document.paths).find((one) => one.endsWith("/me")) ?? "";
  const { get } = document.paths[path] ?? {};
  const with_ = (change: Document["paths"]) => sdkSource({ ...document, paths: { ...document.paths, ...change } });
  assert.notEqual(with_({ "/api/v1/you": { get: { ...(get ?? assert.fail()), operationId: "members.you" } } }), source);
  assert.notEqual(with_({ [path]: { get: { ...(get ?? assert.fail()), operationId: "members.self" } } }), source);
  assert.notEqual(with_({ [path]: { post: get ?? assert.fail() } }), source);
});
