import { AppError } from "../../../kernel/errors.ts";
import { statement } from "../../../kernel/database.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { receiveSent } from "../../leads/index.ts";
import { deliveryId } from "../ids.ts";
import { noteArrival } from "../sending-operations.ts";
import { plainOutcome, type Outcome } from "./outcome.ts";
import type { HopToSend } from "./prepare.ts";
import type { RequestNeeds } from "./request-needs.ts";
import { mayPass } from "./to-company.ts";

const WHOSE = statement("lead_sending.whose_code", "select company_id, id, is_on from lead_codes where code_hash = $1");

interface Body {
  values: Record<string, string>;
  attribution: Record<string, string>;
}

/**
 * Hands a lead to another company on this service: in transactions of that company, never in one of ours. Our delivery's id is its dedupe
 * key there, so twice is once.
 */
export async function sendToCompany(
  { execute, identity, clock }: RequestNeeds,
  hop: HopToSend,
  { codeHash, fromName, via }: Extract<HopToSend["to"], { kind: "company" }>,
): Promise<Outcome> {
  const [at, started] = [clock.now(), performance.now()];
  const [code] = await identity.query<{ company_id: string; id: string; is_on: boolean }>(WHOSE, [codeHash]);
  if (!code?.is_on) return plainOutcome("refused", "Its code is gone", at);
  if (!mayPass(via, code.company_id)) return plainOutcome("refused", "This lead already passed through that company", at);
  if (hop.isTest) return plainOutcome("accepted", null, at);
  const call = asSystem(execute, code.company_id);
  const id = deliveryId.encode(hop.id);
  const { values, attribution } = JSON.parse(hop.body) as Body;
  try {
    await call(noteArrival, { hop_id: id, code_id: code.id, from_company: hop.companyId, from_name: fromName, via });
    await call(receiveSent, { hop_id: id, from: fromName, values, attribution });
  } catch (error) {
    // What the other company's service says about its own data is not for us.
    if (error instanceof AppError && error.status < 500) return plainOutcome("refused", "The other company does not take leads", at);
    return plainOutcome("unknown", "The other company could not be reached", at, "cut");
  }
  const accepted = plainOutcome("accepted", null, at);
  return { ...accepted, attempt: { ...accepted.attempt, ms: Math.round(performance.now() - started) } };
}
