import type { Member } from "../../kernel/actor.ts";
import { before, MINUTE_MS, type Clock } from "../../kernel/clock.ts";
import { digest } from "../../platform/random.ts";
import { isWellFormedKey } from "./secret.ts";
import type { FoundKey } from "./store.ts";

const TOUCH_EVERY_MS = MINUTE_MS;

export interface KnownKey {
  actor: Member;
  isDueForTouch: boolean;
  /** Whether the key's client has sent its own name before, as MCP clients do. */
  clientIsNamed: boolean;
}

/**
 * The member that a key acts for now. Nothing about a key is cached: a deleted key, a changed role or a disabled owner takes effect
 * with the next call, on every node.
 */
export function createKeyAuthenticator(find: (keyHash: Buffer) => Promise<FoundKey | undefined>, clock: Clock) {
  return async function authenticateKey(key: string | undefined): Promise<KnownKey | undefined> {
    if (!key || !isWellFormedKey(key)) return undefined;
    // Hash before the look-up: the table holds no usable secret, and the index compares digests, not secrets.
    const row = await find(digest(key));
    if (!row) return undefined;
    return {
      actor: {
        kind: "member",
        companyId: row.company_id,
        userId: row.user_id,
        role: row.role,
        name: row.user_name,
        email: row.email,
        company: { name: row.company_name, timeZone: row.time_zone, schemaVersion: row.schema_version },
        proof: { kind: "key", keyId: row.id, keyName: row.name },
      },
      isDueForTouch: !row.last_used_at || row.last_used_at < before(clock, TOUCH_EVERY_MS),
      clientIsNamed: row.client_named,
    };
  };
}
