import type { Member } from "../kernel/actor.ts";
import type { Tx } from "../kernel/database.ts";
import { conflict } from "../kernel/errors.ts";
import type { Quota } from "../kernel/quota.ts";
import { lockKey } from "./postgres/lock-spaces.ts";

export interface Quotas {
  /**
   * Refuses one more when there are as many as there may be. Callers of one company line up here until their transactions end, so two at
   * once cannot both take the last place.
   */
  take(call: { tx: Tx; actor: Pick<Member, "companyId" | "userId"> }, quota: Quota): Promise<void>;
}

/** `limits`: the operator's numbers, by name. One that no feature declares is refused, so that a wrong name does not go unseen. */
export function createQuotas(declared: readonly Quota[], limits: Readonly<Record<string, number>>): Quotas {
  const names = declared.map((quota) => quota.name);
  const unknown = Object.keys(limits).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`The configuration is not complete:\n  QUOTAS: there is no ${unknown.join(", ")}, but ${names.join(", ")}`);
  return {
    async take({ tx, actor }, quota) {
      const { name, of, what, advice, count } = quota;
      if (!declared.includes(quota)) throw new Error(`no feature declares the quota ${name}`);
      const max = limits[name] ?? quota.max;
      await tx.query(`select pg_advisory_xact_lock(${lockKey("quota of a company", "$1")})`, [`quota ${actor.companyId} ${name}`]);
      const [row] = await tx.query<{ count: number }>(count, [actor.companyId, actor.userId]);
      if ((row?.count ?? 0) >= max)
        throw conflict("quota_reached", `${of} ${max.toLocaleString("en-US")} ${what}, which is the limit. ${advice}`);
    },
  };
}
