import type { FastifyReply, FastifyRequest } from "fastify";
import type { Member } from "../kernel/actor.ts";
import { MINUTE_MS, type Clock } from "../kernel/clock.ts";
import { AppError, tooMany } from "../kernel/errors.ts";
import type { CpuShares } from "../platform/cpu-shares.ts";
import { createLimiter } from "../platform/limiter.ts";
import { placeOf } from "../platform/place.ts";
import { bodyBytesOf } from "./body-bytes.ts";
import { createCallLimits, type CallLimits } from "./call-limits.ts";
import { whenOver } from "./when-over.ts";

interface RateLimits extends CallLimits {
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
  shares: CpuShares;
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
export function createKeyGate({ limits, clock, authenticate, touch, checkRows, shares }: Gate) {
  const limit = createCallLimits(clock, limits, "This key");
  const failures = createLimiter(clock, limits.failedAuthPerMinute, MINUTE_MS);
  const notes = createLimiter(clock, 1, MINUTE_MS);

  async function identify(request: FastifyRequest): Promise<KnownKey> {
    const header = request.headers["x-api-key"];
    const known = await authenticate(typeof header === "string" ? header : undefined);
    if (known) return known;
    const verdict = failures.take(placeOf(request.ip));
    // A valid key from the same address still works: one broken client must not lock a whole office out.
    if (!verdict.isAllowed) throw tooMany("Too many calls without a valid key from this address.", verdict.resetSeconds);
    throw noKey();
  }

  /** The member that a key acts for, or a 401 or 429. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<KnownKey> {
    const known = await identify(request);
    request.keyOwner = known.actor;
    const { companyId } = known.actor;
    shares.arrive(companyId, bodyBytesOf(request));
    if (known.actor.proof.kind === "key") {
      limit(known.actor.proof.keyId, reply);
      checkRows(known.actor.proof.keyId);
    }
    whenOver(reply, shares.admit(companyId));
    request.charge = (ms) => shares.spend(companyId, ms);
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
