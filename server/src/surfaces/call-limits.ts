import type { FastifyReply } from "fastify";
import { MINUTE_MS, SECOND_MS, type Clock } from "../kernel/clock.ts";
import { tooMany } from "../kernel/errors.ts";
import { createLimiter } from "../platform/limiter.ts";

export interface CallLimits {
  perTenSeconds: number;
  perMinute: number;
  concurrent: number;
}

export type LimitCalls = (id: string, reply: FastifyReply) => void;

/** How often, and how many at one time, a key or a user may call this node. `who` is the subject of the error: "This key". */
export function createCallLimits(clock: Clock, limits: CallLimits, who: string): LimitCalls {
  const burst = createLimiter(clock, limits.perTenSeconds, 10 * SECOND_MS);
  const sustained = createLimiter(clock, limits.perMinute, MINUTE_MS);
  const running = new Map<string, number>();
  const policy = `"burst";q=${limits.perTenSeconds};w=10, "sustained";q=${limits.perMinute};w=60`;

  function takeSlot(id: string, reply: FastifyReply): void {
    // If the client disconnected during the look-up, "close" has fired already, and a slot taken now would never be released.
    if (reply.raw.closed) return;
    const now = (running.get(id) ?? 0) + 1;
    if (now > limits.concurrent) throw tooMany(`${who} has ${limits.concurrent} calls running. Wait for one to end.`, 1);
    running.set(id, now);
    reply.raw.once("close", () => {
      const left = (running.get(id) ?? 1) - 1;
      if (left > 0) running.set(id, left);
      else running.delete(id);
    });
  }

  return (id, reply) => {
    const short = burst.take(id);
    const long = sustained.take(id);
    const tighter = short.remaining <= long.remaining ? short : long;
    reply.header("ratelimit-policy", policy);
    reply.header("ratelimit", `"${tighter === short ? "burst" : "sustained"}";r=${tighter.remaining};t=${tighter.resetSeconds}`);
    const refused = [long, short].find((verdict) => !verdict.isAllowed);
    if (refused) throw tooMany(`${who} has made too many calls. Slow down.`, refused.resetSeconds);
    takeSlot(id, reply);
  };
}
