import assert from "node:assert/strict";
import { test } from "node:test";
import { inService, PASSWORD, sharedService, type Service } from "../service.ts";
import { sendRaw } from "./socket.ts";
import { assertCleanTraces } from "../assertions.ts";

const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

const CALLER_IP = "203.0.113.9";
const PROXY = "10.0.0.1";

type Headers = Record<string, string>;

/** A call from any address: a real socket on this machine cannot do that. */
const from = (service: Service, remoteAddress: string, url: string, headers: Headers = {}, method: "GET" | "POST" = "GET") =>
  service.app.http.inject({ method, url, remoteAddress, headers: { host: "localhost", ...headers } });

const NOWHERE = [
  "/<script>alert(1)</script>",
  "/%3Cscript%3Ealert(1)%3C/script%3E",
  '/"onmouseover="alert(1)',
  "/nothing?<img/src=x/onerror=alert(1)>",
  "/.git/config",
  "/.env",
  "/robots.txt",
  "/wp-login.php",
  "/server-status",
  "/_profiler/phpinfo",
  "/_profiler/open?file=/etc/passwd",
  "/_profiler/requests",
  "/..%2f..%2fetc%2fpasswd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/assets/..%2f..%2fpackage.json",
  "/assets/%2e%2e/index.html",
  "/assets/",
  "//evil.example/",
  "/%zz",
  "/%00",
  "/api/v1/keys",
  "/api/v1/../../healthz",
  "/app/call/keys.touch",
  "/app/call/__proto__",
  `/api/v1/members/${"a".repeat(300)}`,
];

for (const path of NOWHERE) {
  test(`${path.slice(0, 40)} is the plain 404 page, escaped, without details`, async () => {
    const heard = await sendRaw(service().url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const [headers = "", body = ""] = heard.text.split("\r\n\r\n");
    assert.equal(heard.status, 404);
    assert.match(headers, /^content-type: text\/html; charset=UTF-8\r?$/m);
    assert.match(headers, /^cache-control: no-cache, private\r?$/m);
    assert.match(headers, /^vary: Accept\r?$/m);
    assert.match(headers, /^content-security-policy: default-src 'none'; frame-ancestors 'none'\r?$/m);
    assert.doesNotMatch(headers, /^(server|x-powered-by|location):/im);
    assert.doesNotMatch(body, /<script|<img|onmouseover="|node_modules|\bat .*\.ts|postgres/);
    assert.match(body, /No route found for "GET http:\/\/localhost\//);
  });
}

test("a path without a route stays 404 whatever its body holds", async () => {
  const bodies: [string, string][] = [
    ["application/json", "{{{{"],
    ["application/json", '{"__proto__":1}'],
    ["text/xml", "<a/>"],
    ["application/octet-stream", "x".repeat(2_000_000)],
  ];
  for (const [type, body] of bodies) {
    const answer = await fetch(`${service().url}/nothing`, { method: "POST", headers: { "content-type": type }, body });
    assert.equal(answer.status, 404, type);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=UTF-8");
  }
});

test(
  "the profiler, where it is switched on, shows statements without values",
  inService(
    async (service) => {
      const ada = await service.given.admin("Ada Marker");
      const page = await from(service, "127.0.0.1", "/_profiler/requests");
      assert.equal(page.statusCode, 200);
      assert.match(page.body, /companies\.create/);
      for (const secret of [PASSWORD, ada.email, "Ada Marker", "argon2", ada.cookie.split("=")[1] ?? ""])
        assert.ok(!page.body.includes(secret));
      assert.equal((await from(service, "127.0.0.1", "/_profiler/requests", { host: "evil.example" })).statusCode, 400);
    },
    { env: { PROFILER: "true" } },
  ),
);

const FOREIGN_HOSTS = [
  "evil.example",
  "localhost.evil.example",
  "evil.example:80",
  "localhost@evil.example",
  "localhost.",
  "203.0.113.7",
  "[::2]",
];

test("a Host that is not ours is 400 on every route, and 404 where there is none", async () => {
  const { key } = await (await service().given.admin()).key();
  for (const host of FOREIGN_HOSTS) {
    const ask = (url: string, method: "GET" | "POST" = "GET") =>
      from(service(), "127.0.0.1", url, { host, "x-api-key": key, "x-forwarded-host": "localhost" }, method);
    for (const url of ["/api/v1/me", "/api/v1/openapi.json", "/sign-in", "/docs/api-keys"])
      assert.equal((await ask(url)).statusCode, 400, host);
    for (const url of ["/api/v1/mcp", "/app/call/sessions.create"]) assert.equal((await ask(url, "POST")).statusCode, 400, host);
    assert.equal((await ask("/nothing")).statusCode, 404, host);
  }
  assert.equal((await sendRaw(service().url, "GET /api/v1/openapi.json HTTP/1.0\r\n\r\n")).status, 400);
});

test("the root path of a bare IP address is a page over plain HTTP; POST, and anything over TLS, is 400", async () => {
  assert.equal((await from(service(), CALLER_IP, "/", { host: "203.0.113.7" })).statusCode, 200);
  assert.equal((await from(service(), CALLER_IP, "/", { host: "203.0.113.7" }, "POST")).statusCode, 400);
  // There is no trusted proxy here, so the header is ignored.
  const spoofed = await from(service(), CALLER_IP, "/", { host: "203.0.113.7", "x-forwarded-proto": "https" });
  assert.equal(spoofed.statusCode, 200);
  assert.match(spoofed.body, /http:\/\/localhost/);
});

const limited = { env: { TRUSTED_PROXIES: `${PROXY}, 10.0.1.0/24`, FAILED_AUTH_MINUTE: "3" } };
const forwarded = (address: string) => ({ "x-forwarded-for": address });

test(
  "a caller that is no trusted proxy cannot choose the address for the limits",
  inService(async (service) => {
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await from(service, CALLER_IP, "/api/v1/me", forwarded(`198.51.100.${at}`))).statusCode);
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
  }, limited),
);

test(
  "behind a proxy the limits go by the address that the proxy saw, not by what the caller wrote before it",
  inService(async (service) => {
    const ask = async (address: string, proxy = PROXY) => (await from(service, proxy, "/api/v1/me", forwarded(address))).statusCode;
    const spoofing: number[] = [];
    for (let at = 0; at < 4; at++) spoofing.push(await ask(`198.51.100.${at}, ${CALLER_IP}`));
    assert.deepEqual(spoofing, [401, 401, 401, 429]);
    assert.equal(await ask(`${CALLER_IP}, 10.0.1.7`), 429, "the same caller through two proxies");
    assert.equal(await ask("198.51.100.1"), 401, "a neighbour");
  }, limited),
);

test(
  "only a trusted proxy can sendRaw that a request came over TLS, and only a local caller can read the metrics",
  inService(async (service) => {
    const https = { host: "203.0.113.7", "x-forwarded-proto": "https" };
    assert.equal((await from(service, PROXY, "/", { ...https, ...forwarded(CALLER_IP) })).statusCode, 400);
    assert.equal((await from(service, CALLER_IP, "/", https)).statusCode, 200);

    assert.equal((await from(service, CALLER_IP, "/metrics", forwarded("127.0.0.1"))).statusCode, 404);
    assert.equal((await from(service, PROXY, "/metrics", forwarded(`127.0.0.1, ${CALLER_IP}`))).statusCode, 404);
    assert.equal((await from(service, "127.0.0.1", "/metrics")).statusCode, 200);
  }, limited),
);

test(
  "the activity log holds the address that the proxy saw",
  inService(async (service) => {
    const ada = await service.given.admin();
    const signIn = (address: string, spoof: Headers) =>
      service.app.http.inject({
        method: "POST",
        url: "/app/call/sessions.create",
        remoteAddress: address,
        headers: { host: "localhost", "content-type": "application/json", ...spoof },
        payload: { email: ada.email, password: PASSWORD },
      });
    await signIn(PROXY, forwarded(`127.0.0.1, ${CALLER_IP}`));
    await signIn("198.51.100.77", forwarded("127.0.0.1"));
    const { items } = await ada.call("events.list", { type: "session.created" });
    assert.deepEqual(
      items.map(({ data }) => (data as { ip: string }).ip),
      ["198.51.100.77", CALLER_IP],
    );
  }, limited),
);
