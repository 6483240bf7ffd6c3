import assert from "node:assert/strict";
import { test } from "node:test";
import { connectV1 } from "../mcp/clients.ts";
import { sharedService } from "../service.ts";
import { toolNames, toolsList } from "./ask.ts";
import { raw } from "./raw.ts";

const service = sharedService();
const PATH = "/api/v1/mcp";
const BOTH = "application/json, text/event-stream";

const newKey = async () => (await (await service().given.admin()).key()).key;
const post = (headers: Record<string, string>, body: unknown = toolsList) =>
  raw(service().url, "POST", PATH, headers, typeof body === "string" ? body : JSON.stringify(body));
const rpc = async (key: string, message: unknown, headers = {}) =>
  (await (await service().mcp(key, message, headers)).json()) as {
    jsonrpc: string;
    id: unknown;
    result?: { [name: string]: unknown };
    error?: { code: number; message: string };
  };

test("Endpoints: keys are added and deleted in the web application only, over no endpoint", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();

  const { paths } = (await (await service().rest(key, "GET", "/openapi.json")).json()) as { paths: object };
  for (const path of Object.keys(paths)) assert.doesNotMatch(path, /key/i);
  for (const name of await toolNames(service(), key)) assert.doesNotMatch(name, /key/i);
  for (const [method, path] of [
    ["GET", "/keys"],
    ["POST", "/keys"],
    ["DELETE", `/keys/${id}`],
    ["GET", `/keys/${id}`],
  ] as const) {
    assert.equal((await service().rest(key, method, path, method === "POST" ? { name: "x" } : undefined)).status, 404, `${method} ${path}`);
  }
});

test("MCP endpoint, method: POST, and no other", async () => {
  const key = await newKey();
  const headers = { "x-api-key": key, "content-type": "application/json", accept: BOTH };

  assert.equal((await post(headers)).status, 200);
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
    const answer = await raw(service().url, method, PATH, headers);
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers["allow"], "POST", method);
  }
});

test("MCP endpoint, path: /api/v1/mcp below the base URL", async () => {
  const key = await newKey();
  const headers = { "x-api-key": key, "content-type": "application/json", accept: BOTH };
  const status = async (path: string) => (await raw(service().url, "POST", path, headers, JSON.stringify(toolsList))).status;

  assert.equal(await status(PATH), 200);
  for (const path of ["/", "/api/v1/mcp/", "/api/v1/mcp/tools", "/api/v1/MCP"]) assert.equal(await status(path), 404, path);
});

test("MCP endpoint, transport: requests and notifications are JSON-RPC 2.0 over streamable HTTP", async () => {
  const key = await newKey();
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };

  const greeted = await rpc(key, { jsonrpc: "2.0", id: 1, method: "initialize", params: hello });
  assert.deepEqual([greeted.jsonrpc, greeted.id, greeted.result?.["protocolVersion"]], ["2.0", 1, "2025-11-25"]);
  const noted = await service().mcp(key, { jsonrpc: "2.0", method: "notifications/initialized" });
  assert.deepEqual([noted.status, await noted.text()], [202, ""]);
  assert.deepEqual(await rpc(key, { jsonrpc: "2.0", id: 2, method: "ping" }), { jsonrpc: "2.0", id: 2, result: {} });
});

test("MCP endpoint, request headers: x-api-key is required", async () => {
  const refused = await post({ "content-type": "application/json", accept: BOTH });

  assert.equal(refused.status, 401);
  assert.match(refused.body, /x-api-key/);
  assert.doesNotMatch(refused.headers["www-authenticate"] ?? "", /bearer/i, "clients would start an OAuth sign-in");
});

test("MCP endpoint, request headers: the body is application/json", async () => {
  const key = await newKey();
  const status = async (headers: Record<string, string>) => (await post({ "x-api-key": key, accept: BOTH, ...headers })).status;

  assert.equal(await status({ "content-type": "application/json" }), 200);
  assert.equal(await status({ "content-type": "application/json; charset=utf-8" }), 200);
  assert.equal(await status({}), 415);
  assert.equal(await status({ "content-type": "text/plain" }), 415);
});

test("MCP endpoint, request headers: Accept is required", async () => {
  const key = await newKey();

  assert.equal((await post({ "x-api-key": key, "content-type": "application/json" })).status, 406);
});

test("MCP endpoint, request body: a JSON object that says jsonrpc 2.0 and names a method", async () => {
  const key = await newKey();
  const headers = { "x-api-key": key, "content-type": "application/json", accept: BOTH };
  const bodies: [body: unknown, code: number][] = [
    ["{not json", -32700],
    ["", -32700],
    [[toolsList], -32600],
    ["null", -32600],
    ['"tools/list"', -32600],
    [{ id: 1, method: "tools/list" }, -32600],
    [{ jsonrpc: "1.0", id: 1, method: "tools/list" }, -32600],
    [{ jsonrpc: "2.0", id: 1 }, -32600],
    [{ jsonrpc: "2.0", id: 1, method: 5 }, -32600],
  ];
  for (const [body, code] of bodies) {
    const answer = await post(headers, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal((JSON.parse(answer.body) as { error: { code: number } }).error.code, code, JSON.stringify(body));
  }
});

test("MCP endpoint, request body: the id is a number, and comes back", async () => {
  const key = await newKey();

  for (const id of [0, 1, 4_711, Number.MAX_SAFE_INTEGER]) {
    assert.equal((await rpc(key, { ...toolsList, id })).id, id);
    assert.equal((await rpc(key, { jsonrpc: "2.0", id, method: "ping" })).id, id);
  }
});

test("MCP endpoint, request body: params go along where the method needs them", async () => {
  const key = await newKey();

  const called = await rpc(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: {} } });
  assert.ok(called.result?.["structuredContent"]);
  const bare = await rpc(key, { jsonrpc: "2.0", id: 1, method: "tools/call" });
  assert.equal(bare.error?.code, -32602);
});

test("MCP endpoint, tools/list: it shows an Admin's key more tools than a Member's", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const admins = await toolNames(service(), (await ada.key()).key);
  const members = await toolNames(service(), (await max.key()).key);

  assert.ok(members.includes("get_context"));
  for (const name of members) assert.ok(admins.includes(name), name);
  for (const name of ["list_events", "invite_member", "disable_member"]) {
    assert.ok(admins.includes(name) && !members.includes(name), name);
  }
});

test("MCP endpoint, response: the result comes as JSON or as an event stream, whichever Accept ranks higher", async () => {
  const key = await newKey();

  for (const message of [toolsList, { jsonrpc: "2.0", id: 1, method: "ping" }]) {
    const json = await service().mcp(key, message, { accept: "application/json, text/event-stream" });
    assert.match(json.headers.get("content-type") ?? "", /^application\/json/);
    const result = ((await json.json()) as { result: unknown }).result;

    const stream = await service().mcp(key, message, { accept: "application/json;q=0.5, text/event-stream" });
    assert.match(stream.headers.get("content-type") ?? "", /^text\/event-stream/);
    const [, data = ""] = /^data: (.*)$/m.exec(await stream.text()) ?? [];
    assert.deepEqual(JSON.parse(data), { jsonrpc: "2.0", id: 1, result });
  }
});

test("MCP endpoint, rule 1: without both types in Accept the answer is 406", async () => {
  const key = await newKey();
  const status = async (accept: string) => (await service().mcp(key, toolsList, { accept })).status;

  for (const one of ["application/json", "text/event-stream", "*/*", "application/*, text/*", "text/html", ""]) {
    assert.equal(await status(one), 406, one);
  }
  for (const not of [
    "application/json, text/event-stream;q=0",
    "application/json;q=0, text/event-stream",
    "application/json-seq, text/event-stream",
  ]) {
    assert.equal(await status(not), 406, not);
  }
  for (const both of [BOTH, "text/event-stream,application/json", "Application/JSON, Text/Event-Stream", `text/html, ${BOTH}, */*;q=0.1`]) {
    assert.equal(await status(both), 200, both);
  }
});

test("MCP endpoint, rule 1: the 406 comes first, whatever else is wrong with the request", async () => {
  for (const headers of [{}, { "x-api-key": "wrong" }, { "content-type": "text/plain" }] as Record<string, string>[]) {
    assert.equal((await post({ accept: "application/json", ...headers }, "{not json")).status, 406, JSON.stringify(headers));
  }
});

test("MCP endpoint, rule 2: MCP clients send the key of their configuration in the same header", async () => {
  const client = await connectV1(service(), await newKey());

  assert.ok((await client.listTools()).tools.length > 0);
  await client.close();
});
