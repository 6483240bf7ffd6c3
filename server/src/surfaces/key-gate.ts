import type { FastifyReply, FastifyRequest } from "fastify";
import type { Member } from "../kernel/actor.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../kernel/clock.ts";
import { AppError, tooMany } from "../kernel/errors.ts";
import { createLimiter, type Verdict } from "../platform/limiter.ts";
import { placeOf } from "../platform/place.ts";

interface RateLimits {
  perTenSeconds: number;
  perMinute: number;
  concurrent: number;
  failedAuthPerMinute: number;
}

interface KnownKey {
  actor: Member;
  isDueForTouch: boolean;
  clientIsNamed: boolean;
}

interface Gate {
  limits: RateLimits;
  clock: Clock;
  authenticate(key: string | undefined): Promise<KnownKey | undefined>;
  touch(actor: Member, client: string | null, isNamed: boolean): void;
  /** Refuses a key that has read its daily limit of rows. */
  checkRows(keyId: string): void;
}

const CLIENT_LENGTH = 100;

/** The same for a missing, malformed, unknown and deleted key: the answer must not reveal which. */
const noKey = () =>
  new AppError(
    401,
    "key_not_valid",
    "Send a valid API key in the x-api-key header. Keys are made in the web application under Profile, API & Connectors.",
    {
      // Not Bearer: clients would start an OAuth sign-in.
      headers: { "www-authenticate": 'ApiKey header="x-api-key"' },
    },
  );

/** Authenticates the key of a call and applies the rate limits. Shared by REST and MCP. */
export function createKeyGate({ limits, clock, authenticate, touch, checkRows }: Gate) {
  const burst = createLimiter(clock, limits.perTenSeconds, 10 * SECOND_MS);
  const sustained = createLimiter(clock, limits.perMinute, MINUTE_MS);
  const failures = createLimiter(clock, limits.failedAuthPerMinute, MINUTE_MS);
  const notes = createLimiter(clock, 1, MINUTE_MS);
  const running = new Map<string, number>();
  const policy = `"burst";q=${limits.perTenSeconds};w=10, "sustained";q=${limits.perMinute};w=60`;

  async function identify(request: FastifyRequest): Promise<KnownKey> {
    const header = request.headers["x-api-key"];
    const known = await authenticate(typeof header === "string" ? header : undefined);
    if (known) return known;
    const verdict = failures.take(placeOf(request.ip));
    // A valid key from the same address still works: one broken client must not lock a whole office out.
    if (!verdict.isAllowed) throw tooMany("Too many calls without a valid key from this address.", verdict.resetSeconds);
    throw noKey();
  }

  function limit(keyId: string, reply: FastifyReply): void {
    const short = burst.take(keyId);
    const long = sustained.take(keyId);
    const tighter = short.remaining <= long.remaining ? short : long;
    reply.header("ratelimit-policy", policy);
    reply.header("ratelimit", `"${tighter === short ? "burst" : "sustained"}";r=${tighter.remaining};t=${tighter.resetSeconds}`);
    const refused: Verdict | undefined = [long, short].find((verdict) => !verdict.isAllowed);
    if (refused) throw tooMany("This key has made too many calls. Slow down.", refused.resetSeconds);

    // If the client disconnected during the look-up, "close" has fired already, and a slot taken now would never be released.
    if (reply.raw.closed) return;
    const now = (running.get(keyId) ?? 0) + 1;
    if (now > limits.concurrent) throw tooMany(`This key has ${limits.concurrent} calls running. Wait for one to end.`, 1);
    running.set(keyId, now);
    reply.raw.once("close", () => {
      const left = (running.get(keyId) ?? 1) - 1;
      if (left > 0) running.set(keyId, left);
      else running.delete(keyId);
    });
  }

  /** The member that a key acts for, or a 401 or 429. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<KnownKey> {
    const known = await identify(request);
    if (known.actor.proof.kind === "key") {
      limit(known.actor.proof.keyId, reply);
      checkRows(known.actor.proof.keyId);
    }
    return known;
  }

  /** Stores when and by which program a key was used: once a minute, and when a program first sends its own name. */
  function noteUse({ actor, isDueForTouch, clientIsNamed }: KnownKey, request: FastifyRequest, clientName: string | undefined): void {
    const isNamed = clientName !== undefined;
    if (actor.proof.kind !== "key" || !(isDueForTouch || (isNamed && !clientIsNamed))) return;
    // Calls that arrive before the use is stored would all store it again, and wait for each other's row lock.
    if (!notes.take(`${actor.proof.keyId}${isNamed ? " named" : ""}`).isAllowed) return;
    const client = clientName ?? request.headers["user-agent"] ?? null;
    touch(actor, client && storable(client), isNamed);
  }

  return { admit, noteUse };
}

// A name with a NUL or a lone surrogate would be refused later, and the key's use would not be stored.
const storable = (client: string) => client.slice(0, CLIENT_LENGTH).replaceAll("\0", "").toWellFormed();

export type KeyGate = ReturnType<typeof createKeyGate>;
