import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "../../platform/metrics.ts";
import { answerUnmatched } from "../unmatched.ts";

interface Health {
  metrics: Metrics;
  metricsToken: string | undefined;
  isReady(): Promise<boolean>;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

const ADDED_BY_PROXIES =
  /^(forwarded|via|x-(forwarded|real|client|cluster|original|envoy|proxy)-.+|(true-client|cf-connecting|fly-client|fastly-client)-ip)$/;

/** Health, readiness and metrics, for load balancers and monitors. */
export async function healthRoutes(server: FastifyInstance, { metrics, metricsToken, isReady }: Health): Promise<void> {
  const config = { isForMonitors: true };

  server.get("/healthz", { config }, () => ({ status: "ok" }));

  server.get("/readyz", { config }, async (_request, reply) => {
    if (await isReady()) return { status: "ready" };
    return reply.code(503).header("retry-after", "5").send({ status: "not ready" });
  });

  server.get("/metrics", { config }, async (request, reply) => {
    // Answer 404 to an unauthorized caller: it must not even learn that metrics exist.
    if (!mayRead(request, metricsToken)) return answerUnmatched(request, reply);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  // Through a proxy on this machine everybody would come from loopback.
  if (token === undefined) return LOOPBACK.has(request.ip) && !Object.keys(request.headers).some((name) => ADDED_BY_PROXIES.test(name));
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
