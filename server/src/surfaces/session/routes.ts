import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { anonymous, type Actor, type Member } from "../../kernel/actor.ts";
import { HOUR_MS, type Clock } from "../../kernel/clock.ts";
import { forbidden, tooMany, type AppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Operation } from "../../kernel/operation.ts";
import type { CpuShares } from "../../platform/cpu-shares.ts";
import { createLimiter } from "../../platform/limiter.ts";
import { placeOf } from "../../platform/place.ts";
import type { HostRules } from "../host.ts";
import { bodyBytesOf } from "../body-bytes.ts";
import { createCallLimits, type CallLimits } from "../call-limits.ts";
import { acceptJsonOnly } from "../json-body.ts";
import { sendProblem } from "../problem.ts";
import { factsOf, idempotencyOf } from "../request-facts.ts";
import { whenOver } from "../when-over.ts";
import { createCookie } from "./cookie.ts";
import { isCrossSite } from "./cross-site.ts";

interface SessionSurface {
  operations: Operation[];
  execute: Execute;
  hosts: HostRules;
  clock: Clock;
  isSecure: boolean;
  authenticate(token: string | undefined): Promise<{ actor: Member; isDueForTouch: boolean } | undefined>;
  touch(actor: Member, ip: string): void;
  limits: CallLimits;
  shares: CpuShares;
}

/** The web application's calls: one route per operation, the session cookie, never a key. */
export async function sessionRoutes(server: FastifyInstance, surface: SessionSurface): Promise<void> {
  const cookie = createCookie(surface.isSecure);
  acceptJsonOnly(server);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  server.addHook("onRequest", async (request) => {
    const refusal = crossSiteRefusal(request, surface.hosts);
    if (refusal) throw refusal;
  });

  // Public calls are counted by network: people who share one are fewer than the calls a program can make.
  const limitPlace = createCallLimits(surface.clock, surface.limits, "This network");
  const limitUser = createCallLimits(surface.clock, surface.limits, "This user");
  server.decorateRequest("caller");

  /** Before the body is read: one call too many costs a look-up, and cannot make us buffer its body. */
  async function whoCalls(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const known = await surface.authenticate(cookie.read(request));
    if (!known) {
      limitPlace(placeOf(request.ip), reply);
      return anonymous;
    }
    const { companyId } = known.actor;
    surface.shares.arrive(companyId, bodyBytesOf(request));
    limitUser(known.actor.userId, reply);
    whenOver(reply, surface.shares.admit(companyId));
    request.charge = (ms) => surface.shares.spend(companyId, ms);
    if (known.isDueForTouch) surface.touch(known.actor, request.ip);
    return known.actor;
  }

  for (const operation of surface.operations) {
    if (operation.access === "system") continue;
    const asked = operation.perHour === undefined ? undefined : createLimiter(surface.clock, operation.perHour, HOUR_MS);
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const verdict = asked?.take(placeOf(request.ip));
      if (verdict?.isAllowed === false) throw tooMany("This was asked for too often from here. Wait a while.", verdict.resetSeconds);
      if (operation.access !== "public") request.caller = await whoCalls(request, reply);
      else limitPlace(placeOf(request.ip), reply);
    };
    server.post(`/app/call/${operation.name}`, { onRequest }, async (request, reply) => {
      const { caller = anonymous } = request;
      const output = await surface.execute(
        operation,
        caller,
        request.body,
        factsOf(request, "web"),
        // Answers that only the web application gets can hold a secret (a key, a link), which must not be kept for a replay.
        operation.rest ? idempotencyOf(request, request.body) : undefined,
      );
      reply.header("cache-control", "no-store");
      if (operation.session === "closes") cookie.clear(reply);
      if (operation.session !== "opens") return output;
      const { session_token: token, ...visible } = output as { session_token: string | null };
      if (token) cookie.write(reply, token);
      return visible;
    });
  }
}

/**
 * A page of another site cannot make these calls: it would carry its own Origin, or say cross-site, or be limited to the
 * content types a form can send, none of which is JSON. The cookie is SameSite=Lax besides.
 */
function crossSiteRefusal(request: FastifyRequest, hosts: HostRules): AppError | undefined {
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (isCrossSite(request, hosts) || !isJson)
    return forbidden("cross_site", "This call must come from the web application itself, as application/json.");
  return undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    caller?: Actor;
  }
}
