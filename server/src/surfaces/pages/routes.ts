import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";

const TYPES: Record<string, string | undefined> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** The web application: its pages are declared paths, its assets the files that the build made. */
export async function pageRoutes(server: FastifyInstance, { pages, folder }: { pages: readonly string[]; folder: string }): Promise<void> {
  const shell = await readFile(join(folder, "index.html"), "utf8").catch(
    () => "<!doctype html><title>Kith</title><p>Build the web application first: npm run build.</p>",
  );
  for (const page of pages) {
    server.get(page.replaceAll(/\{(\w+)\}/g, ":$1"), (_request, reply) => {
      const nonce = randomBytes(16).toString("base64");
      return reply
        .headers({ "content-type": "text/html; charset=UTF-8", "cache-control": "no-cache", "content-security-policy": policyFor(nonce) })
        .send(shell.replaceAll("__NONCE__", nonce));
    });
  }

  const assets = join(folder, "assets");
  const files = new Set(await readdir(assets).catch(() => []));
  // One route for all: a route for each file takes 8 MB at start.
  server.get<{ Params: { file: string } }>("/assets/:file", async (request, reply) => {
    const { file } = request.params;
    const type = TYPES[extname(file)];
    if (!type || !files.has(file)) return reply.callNotFound();
    const [encoding, ending] = ENCODINGS.find(([name, suffix]) => accepts(request, name) && files.has(file + suffix)) ?? [undefined, ""];
    if (encoding) reply.header("content-encoding", encoding);
    // Names carry a hash of the content, so a file never changes under its name.
    return reply
      .headers({ "content-type": type, "cache-control": "public, max-age=31536000, immutable", vary: "Accept-Encoding" })
      .send(await readFile(join(assets, file + ending)));
  });
}

const accepts = (request: FastifyRequest, encoding: string) => (request.headers["accept-encoding"] ?? "").includes(encoding);

const policyFor = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Mails are shown in one: mail-frame.ts.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
