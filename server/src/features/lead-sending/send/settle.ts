import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { leadAccepted, leadRefused } from "../events.ts";
import { routeLeads } from "../route/route-leads.ts";
import { giveBack } from "../route/store.ts";
import * as store from "./hop-store.ts";
import { stepAfter, type Outcome } from "./outcome.ts";

export interface Settling {
  row: store.HopRow;
  outcome: Outcome;
}

const CAUSES = ["refused", "timeout", "unknown"] as const;
type Cause = (typeof CAUSES)[number];

/**
 * Writes down what tries came to, and lets the rules go on with the leads that nobody took, all in one transaction: a lead is never
 * between two destinations.
 */
export async function settleHops(call: Call<Author>, settling: Settling[]): Promise<void> {
  if (settling.length === 0) return;
  const { tx, actor, clock } = call;
  const now = clock.now();
  const steps = settling.map(({ row, outcome }) => ({ row, outcome, ...stepAfter(row.attempts, outcome, now) }));
  for (const { row, outcome, state, nextAt } of steps)
    await store.settle(tx, actor.companyId, { id: row.id, ...outcome, state, nextAt, now });
  const over = steps.filter(({ row, nextAt }) => nextAt === null && row.lead_id !== null);
  await announce(
    call,
    over.map(({ row, state, outcome }) => ({ row, isAccepted: state === "accepted", reason: outcome.reason ?? "" })),
  );
  const left = over.filter(({ row, state }) => isCause(state) && (state !== "unknown" || row.on_unknown === "next"));
  if (left.length === 0) return;
  const since = await store.decidedSince(
    tx,
    actor.companyId,
    left.map(({ row }) => row.id),
  );
  const open = left.filter(({ row }) => !since.has(row.id));
  // Nobody took it, so it does not count towards a cap. After a timeout somebody may have.
  for (const { row, state } of open) if (state === "refused" && row.n !== null) await giveBack(tx, actor.companyId, row.n);
  for (const cause of CAUSES) {
    const leadIds = open.filter(({ state }) => state === cause).flatMap(({ row }) => row.lead_id ?? []);
    if (leadIds.length > 0) await routeLeads(call, { leadIds, cause });
  }
}

const isCause = (state: string): state is Cause => CAUSES.includes(state as Cause);

const NAMES = statement(
  "lead_sending.names",
  `select h.id, r.title as name, d.name as destination from lead_deliveries h
   join records r on r.company_id = h.company_id and r.id = h.lead_id
   join destinations d on d.company_id = h.company_id and d.id = h.destination_id
   where h.company_id = $1 and h.id = any($2::uuid[])`,
);

interface Ended {
  row: store.HopRow;
  isAccepted: boolean;
  reason: string;
}

async function announce(call: Call<Author>, ended: Ended[]): Promise<void> {
  if (ended.length === 0) return;
  const ids = ended.map(({ row }) => row.id);
  const rows = await call.tx.query<{ id: string; name: string; destination: string }>(NAMES, [call.actor.companyId, ids]);
  const names = new Map(rows.map((row) => [row.id, row]));
  const about = ({ row, reason }: Ended) => ({
    subjectId: row.lead_id ?? "",
    data: {
      name: names.get(row.id)?.name ?? "",
      type: "lead" as const,
      delivery: row.id,
      destination: row.destination_id,
      destination_name: names.get(row.id)?.destination ?? "",
      reason,
    },
  });
  await call.emitAll(leadAccepted, ended.filter((one) => one.isAccepted).map(about));
  await call.emitAll(leadRefused, ended.filter((one) => !one.isAccepted).map(about));
}
