import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BOUNDS } from "@kith/filter";
import { z } from "zod";
import type { WireInput, WireOutput } from "../src/contract.ts";
import type { Operation } from "../src/kernel/operation.ts";
import { DAY_MS } from "../src/kernel/clock.ts";
import { allOperations } from "./all-operations.ts";
import { greet, greetings } from "./demonstration.ts";
import { generated } from "./generated.ts";
import { connect } from "./openapi/client.ts";
import { inService, sharedService } from "./service.ts";

// Rules for every operation. A new operation is covered as soon as it is declared.
const operations = allOperations();
const service = sharedService();
const wire = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" });
const OPERATION_NAME = /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/;
// A collection, at most two ids, then pairs of a nested resource and its id, and at last an action.
const REST_ROUTE = /^[A-Z]+ \/(me|search|[a-z]+(-[a-z]+)*s)(\/\{\w+\}){0,2}(\/[a-z-]+(\/\{\w+\})?){0,2}$/;
const repeated = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at);

test("every operation is named feature.verb, in camel case, and has a summary of one line", () => {
  for (const { name, summary } of operations) {
    assert.match(name, OPERATION_NAME);
    assert.ok(summary.length >= 5 && summary.length <= 80 && !summary.endsWith("."), `${name}: ${summary}`);
  }
  assert.deepEqual(repeated(operations.map((one) => one.name)), []);
});

test("every input and output is an object that refuses unknown properties", () => {
  for (const { name, input, output } of operations) {
    assert.equal(wire(input)["additionalProperties"], false, `${name} input`);
    const answers = wire(output);
    const isObject =
      answers["type"] === "object" ||
      (answers["anyOf"] as { type?: string }[])?.every((one) => one.type === "object" || one.type === "null");
    assert.ok(isObject, `${name} output`);
  }
});

test("every filter has the one limit of the filter language", () => {
  const limits = operations.flatMap(({ name, input }) => {
    const { filter } = (wire(input)["properties"] ?? {}) as Record<string, { maxLength?: number }>;
    return filter ? [[name, filter.maxLength]] : [];
  });
  assert.ok(limits.length >= 5);
  assert.deepEqual(
    limits,
    limits.map(([name]) => [name, BOUNDS.bytes]),
  );
});

test("REST paths are plural nouns, each with its method once", () => {
  const routes = operations.flatMap(({ rest }) => (rest ? [`${rest.method} ${rest.path}`] : []));
  assert.deepEqual(repeated(routes), []);
  for (const route of routes) assert.match(route, REST_ROUTE);
});

test("names in camel case and actions below a nested resource are allowed; verbs and singular nouns in front are not", () => {
  for (const name of ["keys.create", "leadRules.tryOut", "records.makeIndex"]) assert.match(name, OPERATION_NAME);
  for (const name of ["LeadRules.create", "lead_rules.create", "leadRules", "leadRules.Create"]) assert.doesNotMatch(name, OPERATION_NAME);
  for (const route of ["POST /webhooks/{id}/deliveries/{delivery}/resend", "GET /lead-rules", "GET /me", "PUT /records/{type}/{id}/owner"])
    assert.match(route, REST_ROUTE);
  for (const route of ["POST /webhook", "GET /records/", "post /webhooks", "GET /Lead", "GET /webhooks/{id}/{other}/{third}"])
    assert.doesNotMatch(route, REST_ROUTE);
});

test("tools are few, well described, and named for a model", () => {
  const tools = operations.flatMap(({ tool }) => (tool ? [tool] : []));
  assert.ok(tools.length <= 31);
  assert.deepEqual(repeated(tools.map((tool) => tool.name)), []);
  for (const { name, title, describe } of tools) {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(name.length <= 40 && title.length <= 40, name);
    assert.ok(describe.length >= 40 && describe.length <= 400, `${name}: ${describe.length} characters`);
  }
});

test("every tool that changes something returns an operation_id", () => {
  for (const { tool, effect, output } of operations)
    if (tool && effect !== "read") assert.ok(output instanceof z.ZodObject && "operation_id" in output.shape, tool.name);
});

test("no key operation is on a surface that a key can reach", () => {
  const reachable = operations.filter((one) => one.name.startsWith("keys.") && (one.rest || one.tool));
  assert.deepEqual(reachable, []);
});

test("every operation that needs a member refuses an anonymous caller", async () => {
  for (const operation of operations.filter((one) => one.access === "member" || one.access === "admin")) {
    const response = await call(operation, {});
    assert.equal(response.status, 401, operation.name);
    assert.equal(((await response.json()) as { code: string }).code, "sign_in_needed");
  }
});

test("every Admin operation refuses a Member and writes an event", async () => {
  const admin = await service().given.admin();
  const member = await service().given.member(admin);
  const guarded = operations.filter((one) => one.access === "admin");
  for (const operation of guarded) assert.equal((await call(operation, {}, member.cookie)).status, 403, operation.name);

  const { items } = await admin.call("events.list", { type: "access.refused", limit: 100 });
  assert.deepEqual(new Set(items.map((event) => (event.data as { operation: string }).operation)), new Set(guarded.map((one) => one.name)));
});

test("no system operation can be called from outside", async () => {
  const admin = await service().given.admin();
  for (const operation of operations.filter((one) => one.access === "system")) {
    assert.equal((await call(operation, {}, admin.cookie)).status, 404, operation.name);
  }
});

test("the committed openapi.json and tools.json match the code", () => {
  for (const [file, content] of Object.entries(generated())) {
    const committed = readFileSync(join(import.meta.dirname, "../../docs", file), "utf8");
    assert.equal(committed, content, `docs/${file} has drifted: run npm run generate`);
  }
});

test(
  "one declaration is a REST route, an OpenAPI entry, an MCP tool and a typed web call",
  inService(
    async (service) => {
      const ada = await service.given.admin("Ada");
      const { key } = await ada.key();
      const input: WireInput<typeof greet> = { name: "Bo" };
      // @ts-expect-error the web call is typed by the same declaration
      const wrong: WireInput<typeof greet> = { nam: "Bo" };
      const expected: WireOutput<typeof greet> = { greeting: "Hello Bo, says Ada." };

      const web = await ada.post(greet.name, input);
      assert.deepEqual(await web.json(), expected);
      assert.equal((await ada.post(greet.name, wrong)).status, 422);

      const rest = await service.rest(key, "POST", "/greetings", input);
      assert.equal(rest.status, 201);
      assert.deepEqual(await rest.json(), expected);

      const openapi = (await (await service.rest(undefined, "GET", "/openapi.json")).json()) as {
        paths: Record<string, Record<string, { operationId: string }>>;
      };
      assert.equal(openapi.paths["/api/v1/greetings"]?.["post"]?.operationId, greet.name);

      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "greet_someone", arguments: input } };
      const { result } = (await (await service.mcp(key, message)).json()) as { result: { structuredContent: unknown } };
      assert.deepEqual(result.structuredContent, expected);
      const listed = await (await service.mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/list" })).text();
      assert.ok(listed.includes("greet_someone"));
    },
    { extraFeatures: [greetings] },
  ),
);

test(
  "a deprecated operation says so in the document and in the headers of its answers",
  inService(
    async (service) => {
      const { key } = await (await service.given.admin()).key();
      const { call, document } = await connect(service.url, key, new Set());
      const { headers } = await call("hails.create", { name: "Bo" });
      assert.deepEqual(
        [headers.get("deprecation"), headers.get("sunset"), headers.get("link")],
        ["@1767225600", "Fri, 01 Jan 2027 00:00:00 GMT", '</api/v1/docs#greetings-create>; rel="deprecation"'],
      );
      const described = document.paths["/api/v1/hails"]?.["post"] as { deprecated?: boolean; description?: string } | undefined;
      assert.equal(described?.deprecated, true);
      assert.match(described?.description ?? "", /use greetings\.create instead/);
    },
    { extraFeatures: [greetings] },
  ),
);

test("an announced end lies at least a year ahead, and names an operation to use instead", () => {
  const names = new Set(operations.map((one) => one.name));
  for (const { name, rest } of operations) {
    if (!rest?.deprecated) continue;
    const { since, until, instead } = rest.deprecated;
    assert.ok(Date.parse(until) - Date.parse(since) >= 365 * DAY_MS, name);
    assert.ok(names.has(instead), name);
  }
});

const call = (operation: Operation, input: unknown, cookie = "") =>
  fetch(`${service().url}/app/call/${operation.name}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(input),
  });
