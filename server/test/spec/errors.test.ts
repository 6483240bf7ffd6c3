import assert from "node:assert/strict";
import { test } from "node:test";
import { inService, sharedService } from "../service.ts";
import { toolsList } from "./ask.ts";
import { raw } from "./raw.ts";

const service = sharedService({ env: { BASE_URL: "https://crm.fernhill.example", TRUSTED_PROXIES: "127.0.0.1" } });
const BARE = ["192.0.2.7", "192.0.2.7:8080", "[2001:db8::7]", "[2001:db8::7]:8080", "127.0.0.1"];
const OVER_TLS = { "x-forwarded-proto": "https" };

test("Errors, 406: the MCP endpoint called without both types in Accept", async () => {
  const headers = { host: "crm.fernhill.example", "content-type": "application/json" };
  const body = JSON.stringify(toolsList);

  assert.equal((await raw(service().url, "POST", "/api/v1/mcp", headers, body)).status, 406);
  assert.equal((await raw(service().url, "POST", "/api/v1/mcp", { ...headers, accept: "*/*" }, body)).status, 406);
});

test("Errors, 404: no route matches, and the answer is HTML", async () => {
  const answer = await raw(service().url, "GET", "/robots.txt", { host: "crm.fernhill.example", ...OVER_TLS });

  assert.equal(answer.status, 404);
  assert.equal(answer.headers["content-type"], "text/html; charset=UTF-8");
  assert.ok(answer.body.includes('No route found for "GET https://crm.fernhill.example/robots.txt"'));
});

test("Errors, 301: GET on the index of the debug profiler", async () => {
  for (const path of ["/_profiler", "/_profiler/"]) {
    for (const host of ["crm.fernhill.example", ...BARE]) {
      const answer = await raw(service().url, "GET", path, { host });
      assert.equal(answer.status, 301, `${host}${path}`);
      assert.equal(answer.headers["location"], "/_profiler/requests", `${host}${path}`);
    }
  }
});

test("Errors, 301: where it leads there is no route unless the profiler is switched on", async () => {
  const answer = await raw(service().url, "GET", "/_profiler/requests", { host: "crm.fernhill.example" });

  assert.equal(answer.status, 404);
  assert.equal(answer.headers["cache-control"], "no-cache, private");
});

test(
  "Errors, 301: where it leads there is a page with the profiler switched on",
  inService(
    async (profiled) => {
      await profiled.given.admin();
      const page = await raw(profiled.url, "GET", "/_profiler/requests");

      assert.equal(page.status, 200);
      assert.match(page.headers["content-type"] ?? "", /^text\/html/);
      assert.ok(page.body.includes("companies.create"));
      assert.equal((await raw(profiled.url, "GET", "/_profiler")).status, 301);
    },
    { env: { PROFILER: "true" } },
  ),
);

test("Errors, 400: POST on the root path of a bare IP address", async () => {
  for (const host of BARE) {
    assert.equal((await raw(service().url, "POST", "/", { host })).status, 400, host);
    assert.equal((await raw(service().url, "POST", "/", { host, ...OVER_TLS })).status, 400, `${host} over TLS`);
  }
});

test("Errors, 400: GET on the root path of a bare IP address over TLS", async () => {
  for (const host of BARE) assert.equal((await raw(service().url, "GET", "/", { host, ...OVER_TLS })).status, 400, host);
});

test("Errors, 200: GET on the root path of a bare IP address over plain HTTP, a page that names the base URL", async () => {
  for (const host of BARE) {
    const page = await raw(service().url, "GET", "/", { host });
    assert.equal(page.status, 200, host);
    assert.equal(page.headers["content-type"], "text/html; charset=UTF-8", host);
    assert.ok(page.body.includes("https://crm.fernhill.example"), host);
  }
});

test(
  "Errors, 400 and 200: only a trusted proxy is believed about TLS",
  inService(
    async (open) => {
      assert.equal((await raw(open.url, "GET", "/", { host: "192.0.2.7", ...OVER_TLS })).status, 200);
      assert.equal((await raw(open.url, "POST", "/", { host: "192.0.2.7", ...OVER_TLS })).status, 400);
    },
    { env: { BASE_URL: "https://crm.fernhill.example", TRUSTED_PROXIES: "192.0.2.99" } },
  ),
);

test(
  "Errors, 400 and 200: an IP address that is the base URL itself is not a bare one",
  inService(
    async (plain) => {
      const page = await raw(plain.url, "GET", "/", { host: "192.0.2.7:8080" });
      assert.equal(page.status, 200);
      assert.ok(!page.body.includes("This server is"), "the web application, not the page that names it");
      assert.equal((await raw(plain.url, "POST", "/", { host: "192.0.2.7:8080" })).status, 404, "no route, as under a name");
    },
    { env: { BASE_URL: "http://192.0.2.7:8080" } },
  ),
);
