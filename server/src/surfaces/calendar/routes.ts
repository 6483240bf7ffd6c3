import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReadFeed } from "../../features/calendar-feed/index.ts";
import { HOUR_MS, type Clock } from "../../kernel/clock.ts";
import { notFound, tooMany } from "../../kernel/errors.ts";
import { createLimiter } from "../../platform/limiter.ts";
import { placeOf } from "../../platform/place.ts";
import { fromHttp, setErrorHeaders } from "../problem.ts";

/** Of one address. Programs read every 5 to 60 minutes, from several devices. */
const READS_PER_HOUR = 120;
/** Addresses that do not exist, from one network. Those that exist are not counted there: one service reads for all of its users. */
const MISSES_PER_HOUR = 100;
const HEADERS = {
  "cache-control": "private, no-cache",
  // The address is a secret.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** What a calendar program reads, again and again. It sends no key, so the address is the secret. */
export async function calendarRoutes(server: FastifyInstance, { readFeed, clock }: { readFeed: ReadFeed; clock: Clock }): Promise<void> {
  const reads = createLimiter(clock, READS_PER_HOUR, HOUR_MS);
  const misses = createLimiter(clock, MISSES_PER_HOUR, HOUR_MS);
  server.setErrorHandler((thrown, request, reply) => {
    const error = fromHttp(thrown);
    request.errorCode = error.code;
    setErrorHeaders(reply, error);
    void reply.code(error.status).headers(HEADERS).type("text/plain; charset=UTF-8").send(`${error.message}\n`);
  });
  type Request = FastifyRequest<{ Params: { token: string } }>;
  server.get("/calendar/:token.ics", async (request: Request, reply) => {
    const { token } = request.params;
    const from = placeOf(request.ip);
    for (const verdict of [misses.look(from), reads.take(token)])
      if (!verdict.isAllowed) throw tooMany("This calendar is read too often. Read it once in 5 minutes.", verdict.resetSeconds);
    const text = await readFeed(token);
    if (text === undefined) {
      misses.take(from);
      throw notFound("Calendar");
    }
    const tag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    void reply.headers({ ...HEADERS, etag: tag, "content-disposition": 'inline; filename="tasks.ics"' });
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    return reply.type("text/calendar; charset=UTF-8").send(text);
  });
}
