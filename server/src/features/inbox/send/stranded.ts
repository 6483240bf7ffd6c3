import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement, type Tx } from "../../../kernel/database.ts";
import { lockSettled } from "./outcome-store.ts";
import { GIVE_UP_MS } from "./outcomes.ts";
import { settle } from "./settle.ts";

type Why = "deleted" | "restored" | "signed_out";

// The first row is the cluster that the installation began in: nothing was restored there.
export const RESTORED_AT = "coalesce((select max(since) from log_clusters where shift > 0), '-infinity')";
const MOST = 100;

/** What was due by then must not leave any more. While nobody signs in nothing is tried, so nothing would ever count as failed. */
const LAST_DUE = (now: string) => `case when c.deleted_at is not null then 'infinity'::timestamptz
  when c.state = 'needs_sign_in' then greatest(${RESTORED_AT}, ${now}::timestamptz - interval '${GIVE_UP_MS} milliseconds')
  else ${RESTORED_AT} end`;

const COMPANIES = statement(
  "inbox.stranded_companies",
  `select company_id as id from message_sendings
   where next_at <= ${RESTORED_AT} and (select count(*) from log_clusters where shift > 0) > 0
   union select c.company_id from channels c where (c.deleted_at is not null or c.state = 'needs_sign_in') and exists (
     select from message_sendings s where s.company_id = c.company_id and s.channel_id = c.id and s.next_at <= ${LAST_DUE("$1")})`,
);

/** Companies with messages that wait and must not leave any more. */
export const findStranded = async (owner: Tx, now: Date): Promise<string[]> =>
  (await owner.query<{ id: string }>(COMPANIES, [now])).map((row) => row.id);

const STRANDED = statement(
  "inbox.stranded",
  `select found.* from channels c cross join lateral (
     select s.message_id as id, case when c.deleted_at is not null then 'deleted' when s.next_at <= ${RESTORED_AT} then 'restored'
       else 'signed_out' end as why
     from message_sendings s where s.company_id = $1 and s.channel_id = c.id and s.next_at <= ${LAST_DUE("$2")}
     order by s.next_at limit ${MOST}
   ) as found where c.company_id = $1 limit ${MOST}`,
);

const VERDICTS = {
  deleted: { state: "failed", error: "The channel was deleted before this message left." },
  signed_out: { state: "failed", error: "It waited for 2 days: somebody has to sign in to the channel first." },
  restored: { state: "unknown", error: "It waited when the data was saved that is restored now. It may have left since then." },
} as const;

/**
 * Messages whose channel is gone would wait for ever, and nobody would be told. Those that were due before the data was restored may have
 * left from where it was: sent again by themselves, somebody would get them twice.
 */
export async function settleStranded(call: Call<System>): Promise<void> {
  const { tx, actor, clock } = call;
  const found = await tx.query<{ id: string; why: Why }>(STRANDED, [actor.companyId, clock.now()]);
  const why = new Map(found.map((row) => [row.id, row.why]));
  for (const row of await lockSettled(tx, actor.companyId, [...why.keys()])) {
    const reason = why.get(row.id);
    // Somebody may have cancelled it meanwhile.
    if (reason && row.state === "queued") await settle(call, row, VERDICTS[reason]);
  }
}
