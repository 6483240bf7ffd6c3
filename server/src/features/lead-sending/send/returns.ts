import type { Author } from "../../../kernel/actor.ts";
import { DAY_MS } from "../../../kernel/clock.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement, type Tx } from "../../../kernel/database.ts";
import { conflict, notFound, type AppError } from "../../../kernel/errors.ts";
import { leadReturned } from "../events.ts";
import { routeLeads } from "../route/route-leads.ts";
import { giveBack } from "../route/store.ts";
import { decidedSince } from "./hop-store.ts";
import { beginRound } from "./hops.ts";

interface Returnable {
  id: string;
  lead_id: string | null;
  n: number | null;
  state: string;
  finished_at: Date | null;
  destination_id: string;
  destination_name: string;
  return_days: number;
  secret: Buffer | null;
  lead_name: string | null;
}

// All deliveries of its lead, always in this order: two returns of one lead at once wait for each other.
const LOCK = statement(
  "lead_sending.lock_of_lead",
  `select h.id, h.lead_id, h.n, h.state, h.finished_at, h.destination_id, d.name as destination_name, d.return_days, d.secret, r.title as lead_name
   from lead_deliveries h join destinations d on d.company_id = h.company_id and d.id = h.destination_id
   left join records r on r.company_id = h.company_id and r.id = h.lead_id
   where h.company_id = $1 and (h.id = $2 or h.lead_id = (select lead_id from lead_deliveries where company_id = $1 and id = $2))
   order by h.id for update of h`,
);

export async function lockReturnable(tx: Tx, companyId: string, id: string): Promise<Returnable | undefined> {
  const rows = await tx.query<Returnable>(LOCK, [companyId, id]);
  return rows.find((row) => row.id === id);
}

/** Why a delivery cannot be returned now. */
function whyNotReturned(row: Returnable, now: Date): AppError | undefined {
  if (row.state === "returned") return conflict("already_returned", "This lead was returned already.");
  if (row.state !== "accepted" || !row.finished_at || row.lead_id === null)
    return conflict("not_accepted", "Only a lead that was accepted can be returned.");
  if (row.finished_at.getTime() + row.return_days * DAY_MS <= now.getTime())
    return conflict("too_late", `A lead can be returned here for ${row.return_days} days after it was accepted.`);
  return undefined;
}

const RETURN = statement(
  "lead_sending.return",
  `update lead_deliveries set state = 'returned', returned_at = $3, return_reason = $4, return_by = $5 where company_id = $1 and id = $2`,
);

/** The lead came back: its cap is given back, and the rules go on, past the destination that had it. */
export async function returnHop(call: Call<Author>, row: Returnable, reason: string, by: string | null): Promise<void> {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  const refused = whyNotReturned(row, clock.now());
  if (refused || row.lead_id === null || row.n === null) throw refused ?? notFound("Delivery");
  await tx.query(RETURN, [companyId, row.id, clock.now(), reason, by]);
  await beginRound(tx, companyId, [row.lead_id], row.id);
  await giveBack(tx, companyId, row.n);
  const data = {
    name: row.lead_name ?? "",
    type: "lead" as const,
    delivery: row.id,
    destination: row.destination_id,
    destination_name: row.destination_name,
    reason,
  };
  await call.emit(leadReturned, { subjectId: row.lead_id, data });
  // If it went on meanwhile, it is where it should be.
  if ((await decidedSince(tx, companyId, [row.id])).size === 0) await routeLeads(call, { leadIds: [row.lead_id], cause: "returned" });
}
