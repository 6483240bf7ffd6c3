import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { makeCertificate } from "../../test/outbound/receiver.ts";
import { parseAllowed, type AllowedNetwork } from "./outbound/addresses.ts";
import { createOutbound, type Outbound } from "./outbound/outbound.ts";
import { fetchPicture, pictureType } from "./remote-picture.ts";

const certificate = makeCertificate(["127.0.0.1"]);
const GIF = Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(20)]);
const asked: { path: string; headers: IncomingHttpHeaders }[] = [];

const ANSWERS: Record<string, { status?: number; headers?: Record<string, string>; body?: Buffer | string }> = {
  "/p.gif": { body: GIF, headers: { "content-type": "text/html", "set-cookie": "a=b" } },
  "/page": { body: "<html><script>x</script>", headers: { "content-type": "image/gif" } },
  "/svg": { body: "<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>", headers: { "content-type": "image/svg+xml" } },
  "/large": { body: Buffer.concat([GIF, Buffer.alloc(5 * 1024 * 1024)]) },
  "/moved": { status: 302, headers: { location: "/p.gif" } },
  "/loop": { status: 302, headers: { location: "/loop" } },
  "/inside": { status: 302, headers: { location: "https://169.254.169.254/latest/meta-data" } },
  "/to-http": { status: 302, headers: { location: "http://127.0.0.1:1/x" } },
  "/missing": { status: 404, body: GIF },
};

const server = createServer(certificate, (request, response) => {
  asked.push({ path: request.url ?? "", headers: request.headers });
  const { status = 200, headers = {}, body = "" } = ANSWERS[request.url ?? ""] ?? {};
  response.writeHead(status, headers).end(body);
});
let outbound: Outbound;
let base: string;

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  base = `https://127.0.0.1:${port}`;
  outbound = createOutbound({ allowed: [parseAllowed(`127.0.0.1:${port}`)] as AllowedNetwork[], ca: certificate.cert });
});
after(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});

test("a picture is what begins like one, whatever its owner says", async () => {
  assert.deepEqual(await fetchPicture(outbound, `${base}/p.gif`), { type: "image/gif", bytes: GIF });
  for (const path of ["/page", "/svg", "/missing", "/nothing"])
    assert.equal(await fetchPicture(outbound, `${base}${path}`), undefined, path);
  assert.equal(pictureType(Buffer.from("RIFF....WEBPVP8 ")), "image/webp");
  assert.equal(pictureType(Buffer.alloc(0)), undefined);
});

test("a picture of more than 5 MiB is not read to its end", async () => {
  assert.equal(await fetchPicture(outbound, `${base}/large`), undefined);
});

test("a picture that moved is found, and an address inside is not called, wherever it is named", async () => {
  assert.equal((await fetchPicture(outbound, `${base}/moved`))?.type, "image/gif");
  for (const url of [
    `${base}/inside`,
    `${base}/to-http`,
    `${base}/loop`,
    "https://10.0.0.1/p.gif",
    "https://localhost/p.gif",
    "file:///etc/passwd",
  ])
    assert.equal(await fetchPicture(outbound, url), undefined, url);
  assert.equal(asked.filter(({ path }) => path === "/loop").length, 4);
});

test("a picture by http:// is asked for by https://", async () => {
  const urls: string[] = [];
  const get: Outbound["get"] = async ({ url }) => {
    urls.push(url);
    return url.startsWith("http:") ? { error: "blocked" } : { status: 200, body: GIF };
  };
  assert.equal((await fetchPicture({ get }, "http://fernhill.example/p.gif"))?.type, "image/gif");
  assert.deepEqual(urls, ["http://fernhill.example/p.gif", "https://fernhill.example/p.gif"]);
});

test("its owner learns nothing about the reader", () => {
  assert.ok(asked.length > 0);
  for (const { headers } of asked)
    assert.deepEqual(
      Object.keys(headers).filter((name) => !["host", "connection", "accept", "user-agent"].includes(name)),
      [],
    );
});
