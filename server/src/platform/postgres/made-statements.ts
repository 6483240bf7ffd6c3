import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { Statement } from "../../kernel/database.ts";

// A connection keeps the plan of each of its named statements, up to 200 kB for a filter through two relations.
const MAX_KEPT = 50;

const madeOf = new WeakMap<PoolClient, Set<string>>();

/**
 * A statement whose text is made at run time and comes back often, as the filters of a company's rules do. Each connection plans it for its
 * first uses only: planning takes longer than running it (bench:decide). Only for statements that one plan suits whatever the values,
 * such as those that look up rows by id.
 */
export const madeStatement = (text: string): Statement => ({
  name: `made_${createHash("sha256").update(text).digest("base64url").slice(0, 27)}`,
  text,
  isMade: true,
});

/** Counts a made statement of this connection. */
export function countMade(client: PoolClient, { name, isMade }: Statement): void {
  if (!isMade) return;
  const made = madeOf.get(client) ?? new Set<string>();
  made.add(name);
  madeOf.set(client, made);
}

/** Whether the connection should be replaced: the driver has no way to give up a single statement. */
export const hasManyMade = (client: PoolClient): boolean => (madeOf.get(client)?.size ?? 0) > MAX_KEPT;
