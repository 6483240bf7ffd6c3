import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, DAY_MS } from "../../../kernel/clock.ts";
import { statement } from "../../../kernel/database.ts";

const SETTLED_MS = 30 * DAY_MS;

// A lead that was made by hand has never been routed: its owner has had it since then.
const OLD = statement(
  "leads.due_again",
  `select r.id from records r where r.company_id = $1 and r.id = any($2::uuid[]) and r.created_at < $3
     and not exists (select from lead_submissions s
       where s.company_id = r.company_id and s.lead_id = r.id and s.kind in ('new', 'contact') and s.state_at >= $3)
     and not exists (select from events e
       where e.company_id = r.company_id and e.subject_type = 'rec' and e.subject_id = r.id and e.type in ('lead.received', 'lead.routed')
         and e.at >= $3)`,
);

/** Those of the leads that were last given to somebody so long ago that it is decided again whose they are. */
export async function dueAgain({ tx, actor, clock }: Call<System>, leads: string[]): Promise<Set<string>> {
  if (leads.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(OLD, [actor.companyId, leads, before(clock, SETTLED_MS)]);
  return new Set(rows.map((row) => row.id));
}
