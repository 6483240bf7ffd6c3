import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { FORM_SCRIPT, FORM_STYLE } from "./assets.generated.ts";

/** A new version is there within the hour; while the service is away, a browser uses the one it has for a week. */
const CACHED = "public, max-age=3600, stale-while-revalidate=604800, stale-if-error=604800";

/** What pages of other sites load: the script of website forms, and the style of the hosted page for those who want it. */
export async function formScriptRoutes(server: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const files = [
    { path: "/f/kith.js", type: "text/javascript; charset=utf-8", text: FORM_SCRIPT },
    { path: "/f/kith.css", type: "text/css; charset=utf-8", text: (await fontFace(folder)) + FORM_STYLE },
  ];
  for (const { path, type, text } of files) {
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    server.get(path, (request, reply) => {
      void reply.headers({ "cache-control": CACHED, etag, "cross-origin-resource-policy": "cross-origin" });
      // Also for sites that check what they load with `integrity`.
      void reply.header("access-control-allow-origin", "*");
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.type(type).send(text);
    });
  }
}

/** The hosted page is set in the web application's typeface. Its file has a hash in its name. */
async function fontFace(folder: string): Promise<string> {
  const names = await readdir(join(folder, "assets")).catch(() => []);
  const file = names.find((name) => /^inter-latin-opsz-normal-.*\.woff2$/.test(name));
  return file
    ? `@font-face{font-family:"Inter Variable";src:url(/assets/${file}) format("woff2");font-weight:100 900;font-display:swap}`
    : "";
}
