import type { Member } from "../../kernel/actor.ts";
import { before, DAY_MS, MINUTE_MS, type Clock } from "../../kernel/clock.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { digest } from "../../platform/random.ts";
import { sessionId, touch } from "./operations.ts";
import type { FoundSession } from "./store.ts";

const IDLE_MS = 7 * DAY_MS;
const LIFE_MS = 30 * DAY_MS;
const TOUCH_EVERY_MS = MINUTE_MS;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export interface KnownSession {
  actor: Member;
  isDueForTouch: boolean;
}

/** Stores when, and from which address, a session was last used. */
export async function touchSession(execute: Execute, { companyId, proof }: Member, ip: string): Promise<void> {
  if (proof.kind === "session") await asSystem(execute, companyId)(touch, { id: sessionId.encode(proof.sessionId), ip });
}

/** The member of a session cookie, read from the database on every call. */
export function createSessionAuthenticator(find: (tokenHash: Buffer) => Promise<FoundSession | undefined>, clock: Clock) {
  return async function authenticateSession(token: string | undefined): Promise<KnownSession | undefined> {
    if (!token || !TOKEN_SHAPE.test(token)) return undefined;
    const row = await find(digest(token));
    if (!row || row.disabled_at) return undefined;
    if (row.last_seen_at < before(clock, IDLE_MS) || row.created_at < before(clock, LIFE_MS)) return undefined;
    return {
      actor: {
        kind: "member",
        companyId: row.company_id,
        userId: row.user_id,
        role: row.role,
        name: row.user_name,
        email: row.email,
        company: { name: row.company_name, timeZone: row.time_zone, schemaVersion: row.schema_version },
        proof: { kind: "session", sessionId: row.id, passwordAt: row.password_at },
      },
      isDueForTouch: row.last_seen_at < before(clock, TOUCH_EVERY_MS),
    };
  };
}
