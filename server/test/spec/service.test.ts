import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { askMe, mcpStatusOf, statusOf, toolsList } from "./ask.ts";
import { raw } from "./raw.ts";

const service = sharedService();

test("What the service does: it has a web application and a programmatic interface", async () => {
  const { key } = await (await service().given.admin()).key();

  const page = await raw(service().url, "GET", "/");
  assert.equal(page.status, 200);
  assert.match(page.headers["content-type"] ?? "", /^text\/html/);
  assert.equal(await statusOf(service(), key), 200);
});

test("What the service does: programs reach it over MCP and over REST", async () => {
  const { key } = await (await service().given.admin()).key();

  assert.equal(await mcpStatusOf(service(), key), 200);
  assert.equal(await statusOf(service(), key), 200);
});

test("What the service does: MCP and REST clients both authenticate with an API key", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();

  for (const call of [
    (value: string | undefined, headers = {}) => service().mcp(value, toolsList, headers),
    (value: string | undefined, headers = {}) => service().rest(value, "GET", "/me", undefined, headers),
  ]) {
    assert.equal((await call(key)).status, 200);
    assert.equal((await call(undefined)).status, 401);
    assert.equal((await call(undefined, { cookie: ada.cookie })).status, 401, "a browser's session is no substitute");
  }
});

test("What the service does: a key stands for one user", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);

  for (const person of [ada, max]) {
    const { key } = await person.key();
    assert.equal((await askMe(service(), key)).user.id, person.userId);
  }
});

test("What the service does: it is addressed at its base URL", async () => {
  const description = (await (await service().rest(undefined, "GET", "/openapi.json")).json()) as { servers: unknown };
  assert.deepEqual(description.servers, [{ url: service().config.baseUrl }]);

  for (const path of ["/", "/profile", "/api/v1/me", "/api/v1/openapi.json"]) {
    assert.equal((await raw(service().url, "GET", path, { host: "elsewhere.example" })).status, 400, path);
  }
});

test("What the service does: the web application has the areas Dashboard, Records, Filter Syntax, Profile, Company and API Keys", async () => {
  for (const path of ["/dashboard", "/records/contact", "/docs/filter-syntax", "/profile", "/company", "/profile/api"]) {
    const page = await raw(service().url, "GET", path);
    assert.equal(page.status, 200, path);
    assert.match(page.headers["content-type"] ?? "", /^text\/html/, path);
  }
});

test("What the service does: MCP is one of its integrations", async () => {
  const { key } = await (await service().given.admin()).key();
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };

  const { result } = (await (await service().mcp(key, hello)).json()) as { result: { serverInfo: { name: string }; capabilities: object } };
  assert.equal(result.serverInfo.name, "kith");
  assert.ok("tools" in result.capabilities);
});

test("What the service does: it describes itself in OpenAPI 3.1.0", async () => {
  const response = await service().rest(undefined, "GET", "/openapi.json");

  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  assert.equal(((await response.json()) as { openapi: string }).openapi, "3.1.0");
});

test("Limits: a key of one character more or less than 64 is refused", async () => {
  const { key } = await (await service().given.admin()).key();

  assert.equal(key.length, 64);
  assert.equal(await statusOf(service(), key), 200);
  for (const wrong of [key.slice(0, 63), key.slice(1), `${key}0`]) assert.equal(await statusOf(service(), wrong), 401, wrong);
});

test("Versioning: v1 is part of the MCP path", async () => {
  const { key } = await (await service().given.admin()).key();
  const headers = { "x-api-key": key, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const status = async (path: string) => (await raw(service().url, "POST", path, headers, JSON.stringify(toolsList))).status;

  assert.equal(await status("/api/v1/mcp"), 200);
  for (const path of ["/api/mcp", "/mcp", "/api/v2/mcp", "/api/V1/mcp"]) assert.equal(await status(path), 404, path);
});

test("Versioning: the interface is described in OpenAPI 3.1.0, every path of it under v1", async () => {
  const description = (await (await service().rest(undefined, "GET", "/openapi.json")).json()) as { openapi: string; paths: object };

  assert.equal(description.openapi, "3.1.0");
  assert.ok(Object.keys(description.paths).length > 0);
  for (const path of Object.keys(description.paths)) assert.match(path, /^\/api\/v1\//);
});
