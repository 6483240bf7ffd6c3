import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { allOperations } from "../../test/all-operations.ts";
import { sharedService, type Person } from "../../test/service.ts";

const service = sharedService();

/** A plain HTTP call: fetch would ask for gzip and unpack it by itself. */
function ask(path: string, headers: Record<string, string>): Promise<{ headers: IncomingMessage["headers"]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${service().url}${path}`, { headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

async function withContacts(count: number): Promise<{ ada: Person; key: string }> {
  const ada = await service().given.admin();
  const items = Array.from({ length: count }, (_, at) => ({ values: { name: `Person ${at}`, email: `p${at}@fernhill.example` } }));
  await ada.call("records.batch", { type: "contact", items });
  return { ada, key: (await ada.key()).key };
}

test("a long answer over REST is compressed for those who accept it, and is the same", async () => {
  const { key } = await withContacts(60);
  const path = "/api/v1/records/contact?limit=60&sort=name";
  const plain = await ask(path, { "x-api-key": key });
  const packed = await ask(path, { "x-api-key": key, "accept-encoding": "br;q=1.0, gzip;q=0.8" });
  assert.deepEqual([plain.headers["content-encoding"], packed.headers["content-encoding"]], [undefined, "gzip"]);
  assert.deepEqual([plain.headers["vary"], packed.headers["vary"]], ["Accept-Encoding", "Accept-Encoding"]);
  assert.deepEqual(JSON.parse(gunzipSync(packed.body).toString()), JSON.parse(plain.body.toString()));
  assert.ok(packed.body.length < plain.body.length / 4, `${packed.body.length} of ${plain.body.length} bytes`);
  assert.equal(Number(packed.headers["content-length"]), packed.body.length);
});

test("gzip;q=0, another encoding and no header at all are answered as they are", async () => {
  const { key } = await withContacts(30);
  for (const accepted of ["gzip;q=0, *", "identity", "br", "", "*;q=0"]) {
    const { headers, body } = await ask("/api/v1/records/contact?limit=30", { "x-api-key": key, "accept-encoding": accepted });
    assert.equal(headers["content-encoding"], undefined, accepted);
    assert.equal((JSON.parse(body.toString()) as { items: unknown[] }).items.length, 30);
  }
});

test("a short answer, a refusal and an empty one stay as they are", async () => {
  const { key } = await withContacts(1);
  const gzip = { "accept-encoding": "gzip" };
  for (const [path, headers] of [
    ["/api/v1/me", { "x-api-key": key }],
    ["/api/v1/me", {}],
  ] as const) {
    assert.equal((await ask(path, { ...headers, ...gzip })).headers["content-encoding"], undefined);
  }
});

test("the OpenAPI document and its reference are compressed", async () => {
  for (const path of ["/api/v1/openapi.json", "/api/v1/docs"]) {
    const { headers, body } = await ask(path, { "accept-encoding": "gzip" });
    assert.equal(headers["content-encoding"], "gzip", path);
    assert.ok(body.length < 100_000, `${path}: ${body.length} bytes`);
  }
});

test("an operation whose answer holds a secret says so: it is not compressed beside foreign text, and not stored", () => {
  const operations = allOperations();
  const found = operations.filter(({ name, output }) => NAMED.has(name) || holdsSecret(output)).map(({ name }) => name);
  const declared = operations.filter(({ hasSecret }) => hasSecret).map(({ name }) => name);
  assert.deepEqual(declared, found);
  const overRest = operations.filter(({ name, rest }) => rest && declared.includes(name)).map(({ name }) => name);
  assert.deepEqual(overRest, [
    "leadSending.createDestination",
    "leadSending.rotateDestinationSecret",
    "leadSending.createCode",
    "leadSending.renewCode",
    "webhooks.create",
    "webhooks.rotateSecret",
  ]);
  const overTools = operations.filter(({ name, tool }) => tool && declared.includes(name)).map(({ name }) => name);
  assert.deepEqual(overTools, [], "what an assistant is told stays in its conversation");
});

/** The words `code` and `key` also name errors, widgets and fields, and the secret link of a mail is in its text. */
const NAMED = new Set(["leadSending.createCode", "leadSending.renewCode", "keys.create", "notifications.prepareMail"]);

function holdsSecret(output: z.ZodType): boolean {
  let isFound = false;
  const isText = (json: { type?: unknown; anyOf?: { type?: unknown }[] } | undefined) =>
    [json, ...(json?.anyOf ?? [])].some((one) => [one?.type].flat().includes("string"));
  JSON.stringify(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }), (key, value: Parameters<typeof isText>[0]) => {
    if (/^(.*_)?(link|secret|token|password|api_key|private_key|signing_key)$/.test(key) && isText(value)) isFound = true;
    return value;
  });
  return isFound;
}

test("a long answer with a secret is not compressed", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const body = { url: `https://93.184.216.34/${"kith".repeat(400)}` };
  const answer = await service().rest(key, "POST", "/webhooks", body, { "accept-encoding": "gzip" });
  assert.equal(answer.status, 201, await answer.clone().text());
  assert.ok((await answer.text()).length > 1_400);
  assert.equal(answer.headers.get("content-encoding"), null);
  const { headers } = await ask("/api/v1/webhooks", { "x-api-key": key, "accept-encoding": "gzip" });
  assert.equal(headers["content-encoding"], "gzip");
});

test("what a browser reads with its cookie is not compressed: an answer may hold a secret beside foreign text", async () => {
  const { ada } = await withContacts(60);
  const response = await ada.post("records.list", { type: "contact", limit: 60 }, { "accept-encoding": "gzip" });
  assert.equal(response.headers.get("content-encoding"), null);
});
