import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, HOUR_MS } from "../../../kernel/clock.ts";
import { lockRecords } from "../../records/index.ts";
import { leadOverdue } from "../events.ts";
import { routeLeads } from "../route/route-leads.ts";
import { lockRouting } from "../route/store.ts";
import * as store from "./clock-store.ts";
import { mailOverdue } from "./clock-jobs.ts";

/** A flood of leads at night must not become a flood of mails. The list of overdue leads has them all. */
const MAX_MAILS_AN_HOUR = 20;

/**
 * Acts on one clock that is due, once, however many workers ask. Locks come in the order of routing: the company's routing, the lead,
 * its clock.
 */
export async function actOnOverdue(call: Call<System>, id: string): Promise<boolean> {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  const due = await store.findUnseen(tx, companyId, id);
  if (!due) return false;
  if (due.on_overdue === "next") await lockRouting(tx, companyId);
  const [lead] = await lockRecords(tx, companyId, [due.lead_id]);
  if (!lead) return false;
  // In the trash, or closed: nobody waits any more.
  if (lead.deleted_at || lead.won_at || lead.lost_at) {
    await store.endRunning(tx, companyId, [lead.id], clock.now());
    return true;
  }
  if (!(await store.markOverdue(tx, companyId, id, clock.now()))) return false;
  await call.emit(leadOverdue, {
    subjectId: lead.id,
    data: { name: lead.title, type: "lead", user: due.user_id, due_at: due.due_at.toISOString() },
  });
  const missed = await store.missedBy(tx, companyId, lead.id);
  const policy = await store.policy(tx, companyId);
  if (due.on_overdue === "next" && missed.length <= (policy?.most_handovers ?? 0))
    await routeLeads(call, { leadIds: [lead.id], cause: "overdue", exclude: [...new Set(missed)] });
  else if ((await store.overdueSince(tx, companyId, before(clock, HOUR_MS))) <= MAX_MAILS_AN_HOUR)
    await call.enqueue(mailOverdue, { company: companyId, clock: id });
  return true;
}
