import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "../platform/escape-html.ts";
import { PLAIN_PAGE_CSP, plainPage } from "./html.ts";

/** What a request gets that matches no route, for every method and every path, under /api too. */
export function answerUnmatched(request: FastifyRequest, reply: FastifyReply): void {
  const url = `${request.protocol}://${request.headers.host ?? ""}${request.raw.url ?? ""}`;
  void reply
    .code(404)
    .headers({
      "content-type": "text/html; charset=UTF-8",
      "cache-control": "no-cache, private",
      vary: "Accept",
      "content-security-policy": PLAIN_PAGE_CSP,
    })
    .send(plainPage("Not found", `<p>No route found for "${escapeHtml(request.method)} ${escapeHtml(url)}"</p>`));
}
