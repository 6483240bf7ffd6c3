import type { FastifyInstance } from "fastify";
import { checkPicture } from "../../features/inbox/operations.ts";
import type { Member } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, forbidden, notFound, tooMany } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { fetchPicture } from "../../platform/remote-picture.ts";
import { createCallLimits, type CallLimits } from "../call-limits.ts";
import type { HostRules } from "../host.ts";
import { sendProblem } from "../problem.ts";
import { factsOf } from "../request-facts.ts";
import { createCookie } from "../session/cookie.ts";
import { isCrossSite } from "../session/cross-site.ts";

interface PictureSurface {
  execute: Execute;
  outbound: Outbound;
  hosts: HostRules;
  clock: Clock;
  isSecure: boolean;
  authenticate(token: string | undefined): Promise<{ actor: Member } | undefined>;
  limits: CallLimits;
}

/** What is loaded at once for one company: a server that never answers must not keep others from reading. */
const MAX_AT_ONCE = 20;

/** Pictures of mails that are on other servers, when a reader asks for them. They learn that somebody looked, and not who. */
export async function pictureRoutes(server: FastifyInstance, surface: PictureSurface): Promise<void> {
  const { execute, outbound, hosts, isSecure, authenticate, clock, limits } = surface;
  const cookie = createCookie(isSecure);
  const limitUser = createCallLimits(clock, limits, "This user");
  const loading = new Map<string, number>();
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));

  server.get<{ Querystring: { message?: string; url?: string } }>("/app/pictures", { exposeHeadRoute: false }, async (request, reply) => {
    if (isCrossSite(request, hosts)) throw forbidden("cross_site", "Open pictures from the web application itself.");
    const known = await authenticate(cookie.read(request));
    if (!known) throw new AppError(401, "sign_in_needed", "Sign in first.");
    limitUser(known.actor.userId, reply);
    // Checked by the operation.
    const { message = "", url = "" } = request.query;
    await execute(checkPicture, known.actor, { message, url }, factsOf(request, "web"));
    const picture = await oneOf(loading, known.actor.companyId, () => fetchPicture(outbound, url));
    if (!picture) throw notFound("Picture");
    return reply.headers({ ...HEADERS, "content-type": picture.type }).send(picture.bytes);
  });
}

const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  // Asked for once a day, so that its owner does not learn each time that somebody looks.
  "cache-control": "private, max-age=86400",
};

async function oneOf<Result>(running: Map<string, number>, company: string, run: () => Promise<Result>): Promise<Result> {
  const before = running.get(company) ?? 0;
  if (before >= MAX_AT_ONCE) throw tooMany("Too many pictures are being loaded. Try again in a few seconds.", 5);
  running.set(company, before + 1);
  try {
    return await run();
  } finally {
    const left = (running.get(company) ?? 1) - 1;
    if (left > 0) running.set(company, left);
    else running.delete(company);
  }
}
