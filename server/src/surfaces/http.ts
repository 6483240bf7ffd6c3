import type { Socket } from "node:net";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { noteSpan, SpanKind } from "../kernel/tracing.ts";
import { newId } from "../platform/random.ts";
import type { Logger } from "../platform/log.ts";
import { admitCalls, type Admitting } from "./admit-calls.ts";
import { guardHost } from "./bare-ip.ts";
import type { HostRules } from "./host.ts";
import { sendProblem } from "./problem.ts";
import { answerUnmatched } from "./unmatched.ts";

const BODY_BYTES = 1_048_576;
const HEADER_BYTES = 16_384;
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 72_000; // above a load balancer's usual 60 s, so that it never uses a connection that is closing
const PARAM_LENGTH = 200;
const END_UNUSED_EVERY_MS = 300;
// What a browser would otherwise let injected script or a frame ask people for. The application uses none of it.
const UNUSED_FEATURES = ["camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

interface HttpNeeds extends Admitting {
  hosts: HostRules;
  baseUrl: string;
  trustedProxies: string[];
  log: Logger;
}

/** The HTTP server with everything that holds for every answer; the surfaces are registered on it. */
export function createHttp({ hosts, baseUrl, trustedProxies, log, ...admitting }: HttpNeeds): FastifyInstance {
  const server = fastify({
    logger: false,
    genReqId: newId,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    routerOptions: { maxParamLength: PARAM_LENGTH },
    http: { headersTimeout: HEADERS_MS, maxHeaderSize: HEADER_BYTES, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: "idle",
    return503OnClosing: true,
    // A path that cannot be decoded matches no route, and no hook runs for it.
    frameworkErrors: (_error, request, reply) => answerUnmatched(request, reply.headers(commonHeaders) as never),
  });

  const commonHeaders = headersFor(baseUrl);
  // Hooks without promises: each call runs through all of them, also one that is refused.
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).headers(commonHeaders);
    done();
  });
  admitCalls(server, admitting);
  guardHost(server, hosts, baseUrl);

  // Stopping closes idle connections; one that was just answered would stay open for the whole keep-alive time.
  let isClosing = false;
  const unused = watchUnused(server);
  server.addHook("preClose", async () => {
    isClosing = true;
    const ending = setInterval(() => unused.forEach((socket) => socket.destroy()), END_UNUSED_EVERY_MS);
    server.server.once("close", () => clearInterval(ending));
  });
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done();
  });

  server.setNotFoundHandler(answerUnmatched);
  // Before the body is read: without a route its content does not matter.
  server.addHook("onRequest", (request, reply, done) => {
    if (request.is404) answerUnmatched(request, reply);
    else done();
  });
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  server.addHook("onResponse", (request, reply, done) => {
    noteRequest(request, reply);
    log.debug(
      {
        request: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
    done();
  });
  return server;
}

/** The first span of a trace. Its path is the one that is declared, without what somebody put into it. */
function noteRequest({ id, method, routeOptions: { url: route } }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
  const attributes = { "kith.request_id": id, "http.request.method": method, "http.response.status_code": statusCode };
  const name = `${method} ${route ?? "no route"}`;
  noteSpan({ name, request: id, isRoot: true, kind: SpanKind.SERVER, attributes }, performance.now() - elapsedTime);
}

/** What every answer says, whoever asked. */
const headersFor = (baseUrl: string) => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // No answer is meant for a page of another origin: not to be read, not to be embedded, not to share a window with.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": UNUSED_FEATURES,
  ...(baseUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
});

/** Connections without a request yet: Node does not count them as idle, and would wait for them on shutdown. */
function watchUnused(server: FastifyInstance): Set<Socket> {
  const unused = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.server.on("request", ({ socket }: { socket: Socket }) => unused.delete(socket));
  return unused;
}
