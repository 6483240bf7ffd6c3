import assert from "node:assert/strict";
import { once } from "node:events";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { parseAllowed, type AllowedNetwork } from "../../src/platform/outbound/addresses.ts";
import { createOutbound, type Outbound } from "../../src/platform/outbound/outbound.ts";
import { createResolver } from "../../src/platform/outbound/resolve.ts";
import { INTERNAL_HOSTS } from "../outbound/internal-hosts.ts";
import { startNameServer } from "../outbound/name-server.ts";
import { startProxy } from "../outbound/proxy.ts";
import { makeCertificate, startReceiver } from "../outbound/receiver.ts";
import { within } from "../measured.ts";
import { until } from "../waiting.ts";

// The attacks of outbound.test.ts, through an egress proxy. What is checked here and what there: docs/operating.md, Calls to other systems.

const certificate = makeCertificate(["hook.test", "silent.test", "127.0.0.1"]);
const post = (outbound: Outbound, url: string, headers: Record<string, string> = {}) =>
  outbound.post({ url, body: "{}", headers: { "content-type": "application/json", ...headers }, totalMs: 1_500 });
type Answer = Awaited<ReturnType<Outbound["post"]>>;
const resultOf = (answer: Answer) => ("error" in answer ? answer.error : answer.status);

/** A receiver behind a proxy that reaches it and nothing else. */
async function openLab(ca = certificate, allow: string[] = []) {
  const receiver = await startReceiver(ca);
  let looks = 0;
  const names = await startNameServer({
    "hook.test": ["127.0.0.1"],
    "wrong.test": ["127.0.0.1"],
    "silent.test": ["127.0.0.1"],
    "private.test": ["10.1.2.3"],
    "mixed.test": ["127.0.0.1", "10.1.2.3"],
    "rebinding.test": () => (looks++ === 0 ? ["127.0.0.1"] : ["10.1.2.3"]),
  });
  const resolve = createResolver([names.server]);
  const allows = (address: string, port: number) => address === "127.0.0.1" && port === 8443;
  const proxy = await startProxy({ resolve, allows, portOf: () => receiver.port });
  const allowed = allow.map(parseAllowed) as AllowedNetwork[];
  // A name that we looked up ourselves would be a way around the proxy: our own name server is asked nothing.
  const asked: string[] = [];
  const own = (name: string) => (asked.push(name), Promise.resolve([]));
  const outbound = createOutbound({ proxy: proxy.url, ca: ca.cert, resolve: own, allowed });
  return {
    receiver,
    proxy,
    outbound,
    asked,
    send: async (path: string, host = "hook.test", headers: Record<string, string> = {}) =>
      post(outbound, `https://${host}:8443${path}`, headers),
    async [Symbol.asyncDispose]() {
      await outbound.close();
      for (const one of [receiver, proxy, names]) one[Symbol.dispose]();
    },
  };
}

test("through a proxy every call is a CONNECT by name, and TLS is checked end to end", async () => {
  await using lab = await openLab();
  assert.equal(resultOf(await lab.send("/ok")), 200);
  assert.equal(resultOf(await lab.send("/ok", "wrong.test")), "tls");
  assert.deepEqual(lab.proxy.asked, ["hook.test:8443", "wrong.test:8443"]);
  assert.deepEqual(lab.asked, []);
});

test("through a proxy every internal spelling, port and scheme is refused before the proxy is asked, with an allow-list too", async () => {
  for (const allow of [[], ["10.9.0.0/16"]]) {
    await using lab = await openLab(certificate, allow);
    const hosts = INTERNAL_HOSTS.map((host) => `https://${host}/x`);
    const others = [
      "https://example.com:22/",
      "http://example.com/",
      "http://hook.test:8443/",
      "https://a:b@hook.test:8443/",
      "file:///etc/passwd",
    ];
    for (const url of [...hosts, ...others]) {
      assert.ok(await lab.outbound.check(url), `${url} was accepted`);
      assert.equal(resultOf(await post(lab.outbound, url)), "blocked", url);
    }
    assert.deepEqual(lab.proxy.asked, []);
  }
});

test("through a proxy its refusal is blocked, also of a mixed or changed answer; what it cannot reach is refused", async () => {
  await using lab = await openLab();
  assert.equal(resultOf(await lab.send("/ok", "private.test")), "blocked");
  assert.equal(resultOf(await lab.send("/ok", "mixed.test")), "blocked");
  assert.equal(resultOf(await lab.send("/ok", "rebinding.test")), "tls", "reached once, with the certificate of another name");
  assert.equal(resultOf(await lab.send("/ok", "rebinding.test")), "blocked");
  assert.equal(resultOf(await lab.send("/ok", "unknown.test")), "refused");
  assert.deepEqual(lab.receiver.requests, []);
});

test("a proxy that does not answer, and one that is down, are told apart, and delay no other call", async () => {
  await using lab = await openLab();
  lab.proxy.state.silentFor = "silent.test";
  const waiting = Array.from({ length: 64 }, () => lab.send("/ok", "silent.test"));
  const answer = await lab.send("/ok");
  assert.ok("status" in answer && answer.ms < within(1_000), JSON.stringify(answer));
  for (const one of await Promise.all(waiting)) assert.equal(resultOf(one), "timeout");
  lab.proxy.state.silentFor = "";
  const isFree = async () => resultOf(await lab.send("/ok", "silent.test")) === 200;
  await until(isFree, "its connections are free again", { patienceMs: within(8_000) });
  const unreachable = createOutbound({ proxy: "http://127.0.0.1:9" });
  assert.equal(resultOf(await post(unreachable, "https://hook.test/ok")), "refused");
  await unreachable.close();
});

test("through a proxy a redirect is not followed, and each bad answer ends at its limit", async () => {
  await using lab = await openLab();
  const paths = { "/moved": 302, "/loop": 307, "/trickle": "timeout", "/hang": "timeout", "/reset": "cut", "/large-headers": "not_http" };
  for (const [path, expected] of Object.entries({ ...paths, "/gone": 410, "/later": 429 })) {
    const answer = await lab.send(path);
    assert.ok(resultOf(answer) === expected && answer.ms < within(3_000), `${path} ${JSON.stringify(answer)}`);
  }
  const endless = await lab.send("/endless");
  assert.ok("status" in endless && endless.answer.length === 1_024);
  assert.deepEqual(new Set(lab.proxy.asked), new Set(["hook.test:8443"]));
});

test("through a proxy an expired certificate is told as tls", async () => {
  await using lab = await openLab(makeCertificate(["hook.test"], true));
  assert.equal(resultOf(await lab.send("/ok")), "tls");
});

test("through a proxy a header cannot carry another one", async () => {
  await using lab = await openLab();
  for (const value of ["a\r\nx-b: 1", "a\nb", "a\0b"]) assert.equal(resultOf(await lab.send("/ok", "hook.test", { "x-a": value })), "cut");
  assert.deepEqual(lab.receiver.requests, []);
});

test("through a proxy a receiver that offers HTTP/2 is called with HTTP/1.1", async () => {
  using names = await startNameServer({ "hook.test": ["127.0.0.1"] });
  using proxy = await startProxy({ resolve: createResolver([names.server]), allows: () => true });
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => void response.end(request.httpVersion));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const allowed = [parseAllowed(`127.0.0.1:${port}`)] as AllowedNetwork[];
  const outbound = createOutbound({ proxy: proxy.url, ca: certificate.cert, allowed });
  const answer = await post(outbound, `https://127.0.0.1:${port}/`);
  await outbound.close();
  server.close();
  assert.ok("status" in answer && answer.answer.toString() === "1.1", JSON.stringify(answer));
});
