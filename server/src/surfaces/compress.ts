import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Below this an answer fits into one packet, compressed or not. */
const MIN_LENGTH = 1_400;
/** A page of records gets a seventh of its size at half the work of the usual level 6. */
const LEVEL = 4;

// In zlib's own threads, so that a large answer does not hold the event loop.
const pack = promisify(gzip);

/**
 * Compresses text answers for callers that accept gzip. Only for routes where a browser sends nothing by itself that proves who is calling, and
 * never an answer that holds a secret: docs/decisions/0028-compression.md.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < MIN_LENGTH || request.routeOptions.config.hasSecret) return payload;
    reply.header("vary", "Accept-Encoding");
    if (!acceptsGzip(request)) return payload;
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    return pack(payload, { level: LEVEL });
  });
}

/** RFC 9110, 12.5.3: `gzip` or `*`, each with an optional weight; a weight of 0 refuses. What is named counts more than `*`. */
function acceptsGzip(request: FastifyRequest): boolean {
  const header = request.headers["accept-encoding"];
  const weights = new Map(
    (header ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", weight = "q=1"] = part.split(";").map((word) => word.trim());
        return [name, Number(weight.replace("q=", ""))] as const;
      }),
  );
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
