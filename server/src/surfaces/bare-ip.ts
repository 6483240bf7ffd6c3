import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../kernel/errors.ts";
import type { HostRules } from "./host.ts";
import { escapeHtml } from "../platform/escape-html.ts";
import { PLAIN_PAGE_CSP, plainPage } from "./html.ts";
import { sendProblem } from "./problem.ts";

const URL_LENGTH = 8_192;

/**
 * The root path addressed by a bare IP address: over plain HTTP a GET finds a page that names the real address; anything
 * over TLS, where no certificate can be right, and any POST is 400. Elsewhere a Host that is not ours is 400.
 */
export function guardHost(server: FastifyInstance, hosts: HostRules, baseUrl: string): void {
  server.addHook("onRequest", async (request, reply) => {
    if (!request.raw.url?.startsWith("/")) return refuse(request, reply, "The request target is not a path.");
    if (request.raw.url.length > URL_LENGTH) {
      sendProblem(request, reply, new AppError(414, "url_too_long", `A URL has at most ${URL_LENGTH} characters here.`));
      return reply;
    }
    if (hasTwoHosts(request.raw.rawHeaders)) return refuse(request, reply, "The request names more than one Host.");
    const path = request.raw.url.split("?", 1)[0];
    if (path === "/" && hosts.isForeignIp(request) && ["GET", "HEAD", "POST"].includes(request.method)) {
      if (request.method === "POST" || request.protocol === "https") return refuse(request, reply, `This server is ${baseUrl}.`);
      return reply
        .headers({ "content-type": "text/html; charset=UTF-8", "content-security-policy": PLAIN_PAGE_CSP })
        .send(namePage(baseUrl));
    }
    if (request.is404 || request.routeOptions.config.isForMonitors || hosts.isOurs(request)) return undefined;
    return refuse(request, reply, `This server is ${baseUrl}.`);
  });
}

// Of two Host headers Node uses the first; a proxy in front may have used the second (RFC 9112, section 3.2).
const hasTwoHosts = (rawHeaders: string[]) => rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length > 1;

const namePage = (baseUrl: string) =>
  plainPage("Kith", `<p>This server is <a href="${escapeHtml(baseUrl)}">${escapeHtml(baseUrl)}</a>.</p>`);

function refuse(request: FastifyRequest, reply: FastifyReply, detail: string): FastifyReply {
  reply.header("connection", "close");
  sendProblem(request, reply, new AppError(400, "wrong_host", detail));
  return reply;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Monitors call health, readiness and metrics by IP address. */
    isForMonitors?: boolean;
  }
}
