import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { parseAllowed, type AllowedNetwork } from "../../src/platform/outbound/addresses.ts";
import { createResolver } from "../../src/platform/outbound/resolve.ts";
import { createOutbound, type Outbound } from "../../src/platform/outbound/outbound.ts";
import { INTERNAL_HOSTS } from "../outbound/internal-hosts.ts";
import { startNameServer } from "../outbound/name-server.ts";
import { makeCertificate, startReceiver } from "../outbound/receiver.ts";
import { stopwatch, within } from "../measured.ts";

const allow = (...texts: string[]) => texts.map(parseAllowed) as AllowedNetwork[];
const post = (outbound: Outbound, url: string, headers: Record<string, string> = {}) =>
  outbound.post({ url, body: "{}", headers: { "content-type": "application/json", ...headers }, totalMs: 1_500 });
const certificate = makeCertificate(["hook.test", "other.test", "127.0.0.1"]);

test("every spelling of an internal address is refused when it is saved and when it is called", async () => {
  using names = await startNameServer({});
  const outbound = createOutbound({ resolve: createResolver([names.server]) });
  assert.ok(INTERNAL_HOSTS.length >= 45, `${INTERNAL_HOSTS.length} spellings`);
  for (const host of INTERNAL_HOSTS) {
    assert.ok(await outbound.check(`https://${host}/x`), `${host} was accepted`);
    assert.deepEqual({ ...(await post(outbound, `https://${host}/x`)), ms: 0 }, { error: "blocked", ms: 0 }, host);
  }
  for (const host of ["8.8.8.8", "1.1.1.1", "[2606:4700::1111]", "hooks.example.com", "93.184.216.34", "bücher.example"])
    assert.equal(await outbound.check(`https://${host}/x`), undefined, host);
  await outbound.close();
});

test("a name is checked when connecting: private, mixed and rebinding answers make no connection", async () => {
  using receiver = await startReceiver(certificate, 8443);
  let looks = 0;
  using names = await startNameServer({
    "hook.test": ["127.0.0.1"],
    "mixed.test": ["93.184.216.34", "127.0.0.1"],
    "private.test": ["10.1.2.3"],
    "mapped.test": ["::ffff:10.0.0.1"],
    "rebinding.test": () => (looks++ < 2 ? ["93.184.216.34"] : ["127.0.0.1"]),
  });
  const outbound = createOutbound({ resolve: createResolver([names.server]), ca: certificate.cert });
  for (const name of ["hook", "mixed", "private", "mapped"]) {
    assert.match(String(await outbound.check(`https://${name}.test:8443/ok`)), /not on the public internet/, name);
    assert.equal(errorOf(await post(outbound, `https://${name}.test:8443/ok`)), "blocked", name);
  }
  assert.equal(await outbound.check("https://rebinding.test:8443/ok"), undefined, "public when it is saved");
  assert.equal(errorOf(await post(outbound, "https://rebinding.test:8443/ok")), "blocked");
  assert.equal(await outbound.check("https://unknown.test/ok"), undefined, "it may be known tomorrow");
  assert.equal(errorOf(await post(outbound, "https://unknown.test/ok")), "unresolved");
  assert.equal(receiver.connections(), 0);
  await outbound.close();
});

test("64 names that no name server answers delay no other call", async () => {
  using receiver = await startReceiver(certificate);
  const silent = Array.from({ length: 64 }, (_, at) => `silent-${at}.test`);
  using names = await startNameServer({ ...Object.fromEntries(silent.map((name) => [name, "silent"])), "hook.test": ["127.0.0.1"] });
  const resolve = createResolver([names.server]);
  const outbound = createOutbound({ resolve, ca: certificate.cert, allowed: allow(`127.0.0.1:${receiver.port}`) });
  const waiting = silent.map((name) => post(outbound, `https://${name}/ok`));
  const answer = await post(outbound, `https://hook.test:${receiver.port}/ok`);
  assert.ok("status" in answer && answer.ms < within(1_000), JSON.stringify(answer));
  for (const one of await Promise.all(waiting)) assert.match(errorOf(one), /timeout|unresolved/);
  await outbound.close();
});

test("a name server that does not answer holds up whoever saves an address for 4 seconds at most", async () => {
  using names = await startNameServer({ "silent.test": "silent" });
  const outbound = createOutbound({ resolve: createResolver([names.server, "127.0.0.1:9"]) });
  const took = stopwatch();
  assert.equal(await outbound.check("https://silent.test/"), undefined, "it may answer tomorrow");
  assert.ok(took() < within(5_000));
  await outbound.close();
});

test("an allow-list opens its addresses, and no port, scheme or name beside them", async () => {
  using names = await startNameServer({
    "inside.test": ["10.1.2.3"],
    "public.test": ["93.184.216.34"],
    "half.test": ["10.1.2.3", "93.184.216.34"],
  });
  const outbound = createOutbound({ resolve: createResolver([names.server]), allowed: allow("10.0.0.0/8") });
  assert.equal(await outbound.check("http://inside.test:9000/"), undefined);
  for (const url of [
    "http://public.test/",
    "https://public.test:22/",
    "http://half.test/",
    "https://unknown.test:22/",
    ...INTERNAL_HOSTS.filter((host) => !/^(10|012)\./.test(host)).map((host) => `https://${host}/x`),
  ]) {
    assert.ok(await outbound.check(url), `${url} was accepted`);
    assert.match(errorOf(await post(outbound, url)), /blocked|unresolved/, url);
  }
  await outbound.close();
});

test("a redirect is an answer like any other, and is not followed", async () => {
  await using lab = await openLab();
  assert.equal(statusOf(await lab.post("/moved")), 302);
  assert.equal(statusOf(await lab.post("/loop")), 307);
  assert.deepEqual(lab.receiver.requests, ["/moved", "/loop"]);
});

test("only https on ports 443 and 8443, without a user name", async () => {
  using names = await startNameServer({});
  const outbound = createOutbound({ resolve: createResolver([names.server]) });
  const ports = [22, 25, 80, 5432, 6379].map((port) => `https://example.com:${port}/`);
  const others = [
    "http://example.com/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://x/",
    "javascript:alert(1)",
    "//example.com",
    "",
  ];
  for (const url of [
    ...ports,
    ...others,
    "https://user:word@example.com/",
    `https://${"a.".repeat(130)}example/`,
    `https://example.com/${"a".repeat(3_000)}`,
  ])
    assert.ok(await outbound.check(url), `${url} was accepted`);
  assert.equal(await outbound.check("https://example.com:8443/"), undefined);
  await outbound.close();
});

test("an endless, slow or broken answer ends at its limit and is told as a class", async () => {
  await using lab = await openLab();
  const endless = await lab.post("/endless");
  assert.ok("status" in endless && endless.answer.length === 1_024);
  for (const [path, error] of [
    ["/trickle", "timeout"],
    ["/hang", "timeout"],
    ["/reset", "cut"],
    ["/large-headers", "not_http"],
  ] as const) {
    const answer = await lab.post(path);
    assert.ok("error" in answer && answer.error === error && answer.ms < within(3_000), `${path} ${JSON.stringify(answer)}`);
  }
  const later = await lab.post("/later");
  assert.ok("status" in later && later.status === 429 && later.retryAfter === "120");
  assert.equal(statusOf(await lab.post("/gone")), 410);
});

test("a certificate for another name, an expired one and a closed port are told apart", async () => {
  await using lab = await openLab();
  assert.equal(errorOf(await lab.postTo("wrong.test", "/ok")), "tls");
  const old = makeCertificate(["hook.test"], true);
  using expired = await startReceiver(old);
  const outbound = createOutbound({ resolve: lab.resolve, allowed: allow("127.0.0.1"), ca: old.cert });
  assert.equal(errorOf(await post(outbound, `https://hook.test:${expired.port}/ok`)), "tls");
  expired[Symbol.dispose]();
  assert.equal(errorOf(await post(outbound, `https://hook.test:${expired.port}/ok`)), "refused");
  await outbound.close();
});

test("a header cannot carry another one", async () => {
  await using lab = await openLab();
  for (const [name, value] of [
    ["x-a", "a\r\nx-b: 1"],
    ["x a", "1"],
    ["x:a", "1"],
    ["x-a", "a\nb"],
    ["x-a", "a\0b"],
  ] as const)
    assert.equal(errorOf(await lab.post("/ok", { [name]: value })), "cut");
  assert.deepEqual(lab.receiver.requests, []);
});

test("what the operator allows is reached, with plain http too, and nothing beside it", async () => {
  const plain = createServer((_, response) => response.end("plain")).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  const outbound = createOutbound({ allowed: allow(`127.0.0.1:${port}`, "10.0.0.0/8"), resolve: createResolver(["127.0.0.1:9"]) });
  for (const host of ["127.0.0.1", "localhost"]) {
    assert.equal(await outbound.check(`http://${host}:${port}/`), undefined, host);
    assert.equal(statusOf(await post(outbound, `http://${host}:${port}/`)), 200, host);
  }
  assert.equal(await outbound.check("https://10.1.2.3:9443/"), undefined);
  for (const url of [`http://127.0.0.1:${port + 1}/`, "http://8.8.8.8/", "https://192.168.1.1/", `http://[::1]:${port}/`])
    assert.ok(await outbound.check(url), url);
  await outbound.close();
  plain.close();
});

test("an allow-list has addresses and networks, with or without a port", () => {
  const [address, network, ipv6, bare] = allow("127.0.0.1:9000", "10.0.0.0/8:8080", "[::1]:9000", "fd00::/8");
  assert.deepEqual([address?.matches("127.0.0.1", 9000), address?.matches("127.0.0.1", 9001)], [true, false]);
  assert.deepEqual([network?.matches("10.9.9.9", 8080), network?.matches("11.0.0.1", 8080)], [true, false]);
  assert.deepEqual([ipv6?.matches("::1", 9000), bare?.matches("fd12::1", 443), bare?.matches("fe80::1", 443)], [true, true, false]);
  assert.equal(address?.matches("::ffff:127.0.0.1", 9000), true);
  for (const text of ["", "example.com", "127.0.0.1:0", "127.0.0.1:70000", "10.0.0.0/33", "127.0.0.1/8/8", "*"])
    assert.equal(parseAllowed(text), undefined, text);
});

test("a receiver that offers HTTP/2 is called with HTTP/1.1; one that speaks nothing else is told as tls", async () => {
  await using lab = await openLab();
  for (const [allowHTTP1, expected] of [
    [true, "1.1"],
    [false, undefined],
  ] as const) {
    const server = createSecureServer({ ...certificate, allowHTTP1 }, (request, response) => void response.end(request.httpVersion));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answer = await post(lab.outbound, `https://hook.test:${port}/`);
    if (expected) assert.ok("status" in answer && answer.answer.toString() === expected, JSON.stringify(answer));
    else assert.equal(errorOf(answer), "tls");
    server.close();
  }
});

type Answer = Awaited<ReturnType<Outbound["post"]>>;
const errorOf = (answer: Answer) => ("error" in answer ? answer.error : `answered ${answer.status}`);
const statusOf = (answer: Answer) => ("status" in answer ? answer.status : answer.error);

/** A receiver that the allow-list opens under its name. */
async function openLab() {
  const receiver = await startReceiver(certificate);
  const names = await startNameServer({ "hook.test": ["127.0.0.1"], "wrong.test": ["127.0.0.1"] });
  const resolve = createResolver([names.server]);
  const outbound = createOutbound({ resolve, allowed: allow("127.0.0.1"), ca: certificate.cert });
  const postTo = (host: string, path: string, headers?: Record<string, string>) =>
    post(outbound, `https://${host}:${receiver.port}${path}`, headers);
  return {
    receiver,
    resolve,
    outbound,
    postTo,
    post: (path: string, headers?: Record<string, string>) => postTo("hook.test", path, headers),
    async [Symbol.asyncDispose]() {
      await outbound.close();
      receiver[Symbol.dispose]();
      names[Symbol.dispose]();
    },
  };
}
