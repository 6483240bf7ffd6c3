import type { Member } from "../kernel/actor.ts";
import type { Tx } from "../kernel/database.ts";
import { conflict } from "../kernel/errors.ts";
import type { Quota } from "../kernel/quota.ts";
import { lockKey } from "./postgres/lock-spaces.ts";

export interface Quotas {
  /**
   * Refuses one more when there are as many as there may be. Callers of one company line up here until their transactions end, so two at
   * once cannot both take the last place. `wanted` is how many, where it is not one.
   */
  take(call: { tx: Tx; actor: Pick<Member, "companyId" | "userId"> }, quota: Quota, wanted?: number): Promise<void>;
}

/** `limits`: the operator's numbers, by name. One that no feature declares is refused, so that a wrong name does not go unseen. */
export function createQuotas(declared: readonly Quota[], limits: Readonly<Record<string, number>>): Quotas {
  const names = declared.map((quota) => quota.name);
  const unknown = Object.keys(limits).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`The configuration is not complete:\n  QUOTAS: there is no ${unknown.join(", ")}, but ${names.join(", ")}`);
  return {
    async take({ tx, actor }, quota, wanted = 1) {
      const { name, of, what, advice } = quota;
      if (!declared.includes(quota)) throw new Error(`no feature declares the quota ${name}`);
      const max = limits[name] ?? quota.max;
      await tx.query(`select pg_advisory_xact_lock(${lockKey("quota of a company", "$1")})`, [`quota ${actor.companyId} ${name}`]);
      const [row] = await tx.query<{ count: number }>(quota.count, [actor.companyId, actor.userId]);
      const count = row?.count ?? 0;
      const reached = () => `${of} ${shown(max)} ${what}, which is the limit. ${advice}`;
      const tooMany = () => `${of} ${shown(count)} of ${shown(max)} ${what}, and this needs ${shown(wanted)}. ${advice}`;
      if (count + wanted > max) throw conflict("quota_reached", count >= max ? reached() : tooMany());
    },
  };
}

const shown = (number: number) => number.toLocaleString("en-US");
