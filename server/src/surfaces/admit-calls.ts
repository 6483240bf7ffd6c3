import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError, tooMany } from "../kernel/errors.ts";
import type { Admission, Answer } from "../platform/admission.ts";
import { ARRIVAL_MS, type CpuShares } from "../platform/cpu-shares.ts";
import type { KnownCallers } from "../platform/known-callers.ts";
import { placeOf } from "../platform/place.ts";
import { bodyBytesOf } from "./body-bytes.ts";
import { createCookie } from "./session/cookie.ts";

export interface Admitting {
  admission: Admission;
  knownCallers: KnownCallers;
  shares: CpuShares;
  isSecure: boolean;
}

const SMALL_BYTES = 65_536;

/** Made once: to find out where an error was made costs a sixth of a refusal. */
const OVERLOADED = new AppError(503, "overloaded", "The service is overloaded just now. Try again in a few seconds.", {
  retryAfterSeconds: 2,
});
const SHARE_USED = tooMany("Your company has used its share of this server's time, and others are waiting.", 2);

/** Lets calls in before anything is asked about them, their body is read or their caller is looked up. Monitors are always let in. */
export function admitCalls(server: FastifyInstance, { admission, knownCallers, shares, isSecure }: Admitting): void {
  const cookie = createCookie(isSecure);

  /** The company that this caller belonged to last time. */
  function companyOf(request: FastifyRequest): string | undefined {
    const key = request.headers["x-api-key"];
    const secret = typeof key === "string" ? key : cookie.read(request);
    return secret === undefined ? undefined : knownCallers.companyOf(secret);
  }

  /** What this returns ends the waiting of a caller who is gone. */
  function ask(request: FastifyRequest, answer: (refusal: AppError | undefined, ...outcome: Parameters<Answer>) => void): () => void {
    const company = companyOf(request);
    if (company !== undefined && !shares.hasTime(company)) {
      shares.arrive(company, bodyBytesOf(request));
      return admission.refuse(company, (...outcome) => answer(SHARE_USED, ...outcome));
    }
    const network = placeOf(request.ip);
    return admission.ask(company ?? network, (leave, isOneOfMany) => {
      if (company === undefined) shares.spendUnknown(network, leave ? admission.costMs() : ARRIVAL_MS);
      answer(leave ? undefined : OVERLOADED, leave, isOneOfMany);
    });
  }

  server.decorateRequest("leave");
  server.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config.isForMonitors) return done();
    const stopWaiting = ask(request, (refusal, leave, isOneOfMany) => {
      request.leave = leave;
      // Else a large body would be read to its end, only to be thrown away.
      if (isOneOfMany && bodyBytesOf(request) > SMALL_BYTES) reply.header("connection", "close");
      done(refusal);
    });
    reply.raw.once("close", () => {
      stopWaiting();
      request.leave?.();
    });
  });
  // An answer that is sent slowly, or never ends, is no work. What an MCP tool answers in parts is.
  server.addHook("onSend", (request, _reply, payload, done) => {
    if (!(payload instanceof Readable && request.routeOptions.config.worksWhileSending)) request.leave?.();
    done();
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Gives back the call's place among those under way. */
    leave?: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    /** What it answers as a stream is made while it is sent. */
    worksWhileSending?: true;
  }
}
