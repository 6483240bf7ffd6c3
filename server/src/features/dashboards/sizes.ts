import type { Call } from "../../kernel/call.ts";
import type { Member } from "../../kernel/actor.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { TypeDefinition } from "../types/index.ts";

/** Up to here everything is counted while the caller waits. docs/decisions/0014-dashboard-figures.md */
const MAX_LIVE = 100_000;
const SURE_FOR_MS = 10 * MINUTE_MS;
const MAX_KEPT = 1_000;

export interface Sizes {
  /** Whether a company has too many records of a type to count them while the caller waits. */
  isLarge(call: Call<Member>, type: TypeDefinition): Promise<boolean>;
}

/** Caches which types are large: it changes rarely, and finding out reads up to a hundred thousand index entries. */
export function createSizes(): Sizes {
  const kept = new Map<string, { isLarge: boolean; until: number }>();
  return {
    async isLarge({ tx, actor, clock }, { id }) {
      const key = `${actor.companyId} ${id}`;
      const now = clock.now().getTime();
      const known = kept.get(key);
      if (known && known.until > now) return known.isLarge;
      const [row] = await tx.query<{ count: number }>(
        `select count(*)::int as count from (
           select 1 from records where company_id = $1 and type_id = $2 and deleted_at is null limit $3) as first_ones`,
        [actor.companyId, id, MAX_LIVE + 1],
      );
      kept.delete(key);
      if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? "");
      const isLarge = (row?.count ?? 0) > MAX_LIVE;
      kept.set(key, { isLarge, until: now + SURE_FOR_MS });
      return isLarge;
    },
  };
}
