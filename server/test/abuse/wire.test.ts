import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { inService, sharedService } from "../service.ts";
import { sendRaw } from "./socket.ts";
import { assertCleanTraces } from "../assertions.ts";
import { measured, stopwatch, within } from "../measured.ts";

const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

const head = (line: string, ...headers: string[]) => [line, "Host: localhost", ...headers, "", ""].join("\r\n");

test(
  "a body that comes a byte at a time is 408 when the request's time is over, and frees its place",
  inService(
    async (service) => {
      const { key } = await (await service.given.admin()).key();
      const { server } = service.app.http;
      assert.equal(server.requestTimeout, 30_000);
      // A shorter time limit, so that the test need not wait 30 s.
      server.headersTimeout = 1_000;
      server.requestTimeout = 1_500;

      const start = head(
        "POST /api/v1/invitations HTTP/1.1",
        `x-api-key: ${key}`,
        "Content-Type: application/json",
        "Content-Length: 1000",
      );
      const slow = await sendRaw(service.url, start, { trickle: " ".repeat(900), timeoutMs: within(10_000) });

      assert.equal(slow.status, 408);
      assert.ok(slow.isClosed);
      assert.ok(slow.ms > 1_400 && slow.ms < within(4_500), `${slow.ms} ms`);
      assert.equal((await service.rest(key, "GET", "/me")).status, 200);
    },
    { env: { API_CONCURRENCY: "1" } },
  ),
);

test(
  "headers that come a byte at a time are 408 long before the request's time is over",
  inService(async (service) => {
    const { server } = service.app.http;
    assert.equal(server.headersTimeout, 10_000);
    server.headersTimeout = 1_000;

    const slow = await sendRaw(service.url, "GET /healthz HTTP/1.1\r\nx-slow: ", { trickle: "a".repeat(900), timeoutMs: within(10_000) });

    assert.equal(slow.status, 408);
    assert.ok(slow.isClosed);
    assert.ok(slow.ms < within(4_000), `${slow.ms} ms`);
  }),
);

test("16 kB of headers are read, 32 kB are 431, in one header, in many, or in the path", async () => {
  assert.equal((await sendRaw(service().url, head("GET /healthz HTTP/1.1", `x-a: ${"a".repeat(15_000)}`))).status, 200);
  const many = Array.from({ length: 1_000 }, (_, at) => `x-${at}: ${"a".repeat(24)}`);
  for (const request of [
    head("GET /healthz HTTP/1.1", `x-a: ${"a".repeat(32_768)}`),
    head("GET /healthz HTTP/1.1", ...many),
    head(`GET /${"a".repeat(32_768)} HTTP/1.1`),
  ]) {
    const heard = await sendRaw(service().url, request);
    assert.equal(heard.status, 431);
    assert.ok(heard.isClosed);
  }
});

measured("1,000 idle connections do not slow anybody else down", async () => {
  const { key } = await (await service().given.admin()).key();
  const p99 = async () => {
    const times: number[] = [];
    for (let at = 0; at < 200; at++) {
      const took = stopwatch();
      assert.equal((await service().rest(key, "GET", "/me")).status, 200);
      times.push(took());
    }
    return times.sort((a, b) => a - b)[197] ?? 0;
  };
  await p99();
  // The best of a few, because the machine may be busy.
  let [alone, among] = [Infinity, Infinity];
  for (let round = 0; round === 0 || (round < 8 && among >= 2 * alone + 5); round++) {
    alone = Math.min(alone, await p99());
    const idle = await Promise.all(Array.from({ length: 1_000 }, openConnection));
    among = Math.min(among, await p99());
    for (const socket of idle) socket.destroy();
  }
  assert.ok(among < 2 * alone + 5, `p99 ${alone.toFixed(1)} ms alone, ${among.toFixed(1)} ms among idle connections`);
});

async function openConnection(): Promise<Socket> {
  const socket = connect(Number(new URL(service().url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const CHUNKED = "Transfer-Encoding: chunked";

const MALFORMED = {
  "both lengths": head("POST /app/call/sessions.create HTTP/1.1", CHUNKED, "Content-Length: 4") + `0\r\n\r\n${SMUGGLED}`,
  "two lengths": head("POST /healthz HTTP/1.1", "Content-Length: 0", "Content-Length: 44") + SMUGGLED,
  "two codings": head("POST /healthz HTTP/1.1", CHUNKED, "Transfer-Encoding: identity") + `0\r\n\r\n${SMUGGLED}`,
  "a coding that only looks like chunked": head("POST /healthz HTTP/1.1", "Transfer-Encoding: xchunked") + SMUGGLED,
  "a space before the colon": head("POST /healthz HTTP/1.1", "Content-Length : 44") + SMUGGLED,
  "a length that is no number": head("POST /healthz HTTP/1.1", "Content-Length: +44") + SMUGGLED,
  "a chunk size that is no number":
    head("POST /app/call/sessions.create HTTP/1.1", "Content-Type: application/json", CHUNKED) + "zz\r\n{}\r\n",
  "a chunk longer than it says":
    head("POST /app/call/sessions.create HTTP/1.1", "Content-Type: application/json", CHUNKED) + "1\r\n{}\r\n0\r\n\r\n",
  "bare line feeds": "GET /healthz HTTP/1.1\nHost: localhost\n\n",
  "one bare line feed": "GET /healthz HTTP/1.1\r\nHost: localhost\nx-a: b\r\n\r\n",
  "a bare carriage return in a value": head("GET /healthz HTTP/1.1", "x-a: a\rx-api-key: b"),
  "a line break in a value": head("GET /healthz HTTP/1.1", "x-a: a\r\nno header at all"),
  "a folded value": head("GET /healthz HTTP/1.1", "x-a: a\r\n b"),
  "NUL in a value": head("GET /healthz HTTP/1.1", "x-a: a\0b"),
  "an absolute URL": head("GET http://localhost/healthz HTTP/1.1"),
  "an absolute URL of somebody else": head("GET http://evil.example/ HTTP/1.1"),
  "an absolute URL without a route": head("GET http://localhost/nothing HTTP/1.1"),
  "no path": head("OPTIONS * HTTP/1.1"),
  "two hosts": head("GET /api/v1/openapi.json HTTP/1.1", "host: evil.example"),
  "the same host twice": head("GET /api/v1/openapi.json HTTP/1.1", "Host: localhost"),
  "no host": "GET /api/v1/openapi.json HTTP/1.1\r\n\r\n",
  "an unknown method": head("SMUGGLE / HTTP/1.1"),
  TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
};

for (const [what, bytes] of Object.entries(MALFORMED)) {
  test(`${what}: 400, one answer, and the connection is closed`, async () => {
    const heard = await sendRaw(service().url, bytes);
    assert.equal(heard.status, 400);
    assert.equal(heard.answers, 1);
    assert.ok(heard.isClosed);
    assert.doesNotMatch(heard.text, /\bat .*\.[jt]s|node:internal/);
  });
}
