import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { BOUNDS } from "@kith/filter";
import { GUIDES } from "../../src/surfaces/openapi/guides.ts";
import { sharedService } from "../service.ts";

const service = sharedService();
const FOLDER = join(import.meta.dirname, "../../../docs/guides");
const ROWS = 60;

const get = (path: string) => fetch(`${service().url}${path}`);

test("every guide is a page and a Markdown text, and llms.txt leads to each", async () => {
  const llms = await get("/llms.txt");
  assert.equal(llms.headers.get("content-type"), "text/plain; charset=utf-8");
  const listed = await llms.text();
  for (const name of GUIDES) {
    const page = await get(`/api/v1/docs/${name}`);
    assert.equal(page.status, 200, name);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    const html = await page.text();
    assert.match(html, /<h1>[A-Z]/);
    // Marks that were not understood would be shown as they are.
    assert.doesNotMatch(html.replaceAll(/<(pre|code|style)\b[^>]*>[\s\S]*?<\/\1>/g, ""), /\*\*|\]\(|^\|/m, name);
    const markdown = await get(`/api/v1/docs/${name}.md`);
    assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
    assert.match(await markdown.text(), /^# /);
    assert.ok(listed.includes(`/api/v1/docs/${name}.md`), name);
  }
  assert.equal((await get("/api/v1/docs/nothing")).status, 404);
});

test("the filter language and the guides to webhooks and MCP are text that a program can read, and llms.txt names them", async () => {
  const listed = await (await get("/llms.txt")).text();
  for (const [name, words] of [
    ["filter-syntax", /A space means AND/],
    ["webhooks", /http:\/\/localhost\/api\/v1\/webhooks[^]*webhook-signature/],
    ["mcp", /text\/event-stream/],
  ] as const) {
    const answer = await get(`/api/v1/docs/${name}.md`);
    assert.equal(answer.headers.get("content-type"), "text/markdown; charset=utf-8", name);
    assert.match(await answer.text(), words);
    assert.ok(listed.includes(`(http://localhost/api/v1/docs/${name}.md)`), name);
  }
  assert.match(await (await get("/api/v1/docs/errors.md")).text(), /HTML page/);
});

test("every address that the guides, llms.txt and the reference link to is there", async () => {
  const pages = ["/api/v1/docs", ...GUIDES.map((name) => `/api/v1/docs/${name}`)];
  const texts = await Promise.all(pages.map(async (path) => (await get(path)).text()));
  const listed = [...(await (await get("/llms.txt")).text()).matchAll(/\]\(http:\/\/localhost([^)]+)\)/g)].map(([, path = ""]) => path);
  const linked = texts.flatMap((html) => [...html.matchAll(/href="(\/[^"#]*)/g)].map(([, path = ""]) => path));
  for (const path of new Set([...linked, ...listed])) {
    if (path === "/api/v1/mcp") continue; // for POST only
    assert.equal((await get(path)).status, 200, path);
  }
});

test("the sync guide shows the program that is run below", async () => {
  const program = await readFile(join(FOLDER, "sync-example.mjs"), "utf8");
  assert.ok((await (await get("/api/v1/docs/sync.md")).text()).includes(program));
});

test("the numbers in the guide to limits are those of the service", async () => {
  const text = await readFile(join(FOLDER, "limits.md"), "utf8");
  const figure = (value: number) => value.toLocaleString("en-US");
  assert.ok(
    text.includes(`${figure(BOUNDS.bytes)} bytes, ${BOUNDS.conditions} conditions, ${BOUNDS.depth} levels, ${BOUNDS.hops} relations`),
  );
});

test("the program of the sync guide, killed three times in the middle of a call, makes 60 records of 60 rows", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const folder = await mkdtemp(join(tmpdir(), "kith-sync-"));
  const proxy = await cuttingProxy(service().url);
  try {
    const rows = Array.from({ length: ROWS }, (_, at) => ({ name: `Person ${at}`, email: `p${at}@fernhill.example` }));
    await writeFile(join(folder, "rows.json"), JSON.stringify(rows));
    const seen = new Set<string>();
    for (const callsBeforeCut of [3, 2, 4, Infinity]) {
      proxy.cutAfter(callsBeforeCut);
      const child = spawn(process.execPath, [join(FOLDER, "sync-example.mjs"), "rows.json", "state.json"], {
        cwd: folder,
        env: { KITH_URL: proxy.url, KITH_API_KEY: key },
      });
      let [printed, failed] = ["", ""];
      child.stdout.on("data", (text) => (printed += String(text)));
      child.stderr.on("data", (text) => (failed += String(text)));
      proxy.onCut(() => child.kill("SIGKILL"));
      const [code, signal] = (await once(child, "close")) as [number | null, string | null];
      assert.deepEqual([code, signal], callsBeforeCut === Infinity ? [0, null] : [null, "SIGKILL"], failed);
      for (const line of printed.trim().split("\n").filter(Boolean)) seen.add(line);
    }
    const { count } = await ada.call("records.list", { type: "contact", limit: 1, count: "exact" });
    assert.equal(count?.value, ROWS);
    assert.equal([...seen].filter((line) => line.includes("record.created")).length, ROWS, "and the feed tells each of them");
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true });
  }
});

/** Passes calls on. At the chosen one it lets the service do the work and then cuts the connection: the worst moment for the caller. */
async function cuttingProxy(target: string) {
  let left = Infinity;
  let cut = (): unknown => undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const headers = new Headers(request.headers as Record<string, string>);
      for (const name of ["host", "connection", "content-length"]) headers.delete(name);
      const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
      const answer = await fetch(target + (request.url ?? ""), { method: request.method ?? "GET", headers, ...body });
      const text = await answer.text();
      if (--left <= 0) {
        cut();
        response.destroy();
      } else response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: (calls: number) => (left = calls),
    onCut: (run: () => unknown) => (cut = run),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
