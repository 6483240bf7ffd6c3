import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { raw } from "./raw.ts";

const service = sharedService();
const get = (path: string, headers: Record<string, string> = {}) => raw(service().url, "GET", path, headers);

const PATHS = [
  "/robots.txt",
  "/.git/config",
  "/.env",
  "/favicon.ico.bak",
  "/api",
  "/api/v1",
  "/api/v1/nothing",
  "/api/v1/me/",
  "/api/v1/mcp/",
  "/api/v2/me",
  "/app/call/keys.create", // a route for POST only
  "/profile/nothing",
  "/.well-known/oauth-protected-resource",
  "/%zz", // cannot be decoded
  "//robots.txt",
  `/${"long/".repeat(500)}`,
];

test("Unmatched paths: the status is 404", async () => {
  for (const path of PATHS) assert.equal((await get(path)).status, 404, path);
});

test("Unmatched paths: the content type is text/html; charset=UTF-8", async () => {
  for (const path of PATHS) assert.equal((await get(path)).headers["content-type"], "text/html; charset=UTF-8", path);
});

test("Unmatched paths: the answer carries cache-control no-cache, private and vary Accept", async () => {
  for (const path of PATHS) {
    const { headers } = await get(path);
    assert.equal(headers["cache-control"], "no-cache, private", path);
    assert.equal(headers["vary"], "Accept", path);
  }
});

test("Unmatched paths: the body says that no route was found for the method and the URL", async () => {
  assert.ok((await get("/robots.txt")).body.includes('No route found for "GET http://localhost/robots.txt"'));
  const asked = await raw(service().url, "DELETE", "/.git/config?a=1", { host: "localhost:8080" });
  assert.ok(asked.body.includes('No route found for "DELETE http://localhost:8080/.git/config?a=1"'));
});

test("Unmatched paths: what was asked is escaped in the body", async () => {
  const { body } = await get("/<script>alert('1')</script>?\"&", { host: "<b>" });

  assert.ok(body.includes("GET http://&lt;b&gt;/&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;?&quot;&amp;"));
  assert.ok(!body.includes("<script>"));
});

test("Unmatched paths: the same for every method", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
    for (const path of ["/robots.txt", "/api/v1/nothing"]) {
      const answer = await raw(service().url, method, path);
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.equal(answer.headers["content-type"], "text/html; charset=UTF-8", `${method} ${path}`);
      assert.equal(answer.headers["cache-control"], "no-cache, private", `${method} ${path}`);
      assert.equal(answer.headers["vary"], "Accept", `${method} ${path}`);
      assert.ok(answer.body.includes(`No route found for "${method} http://localhost${path}"`), `${method} ${path}`);
    }
  }
  const head = await raw(service().url, "HEAD", "/robots.txt");
  assert.deepEqual([head.status, head.headers["content-type"], head.body], [404, "text/html; charset=UTF-8", ""]);
});

test("Unmatched paths: the same whatever the request carries", async () => {
  const { key } = await (await service().given.admin()).key();
  const requests: [headers: Record<string, string>, body: string][] = [
    [{ accept: "application/json" }, ""],
    [{ "x-api-key": key }, ""],
    [{ "content-type": "application/json" }, "{not json"],
    [{ "content-type": "application/xml" }, "<x/>"],
    [{ "content-type": "nonsense" }, "x"],
    [{ host: "elsewhere.example" }, ""],
    [{ host: "192.0.2.7" }, ""],
  ];
  for (const [headers, body] of requests) {
    const answer = await raw(service().url, "POST", "/api/v1/nothing", headers, body);
    assert.equal(answer.status, 404, JSON.stringify(headers));
    assert.equal(answer.headers["content-type"], "text/html; charset=UTF-8", JSON.stringify(headers));
  }
});
