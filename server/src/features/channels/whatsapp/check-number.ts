import type { JobCall } from "../../../kernel/job.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Trouble } from "../health.ts";
import { checkWhatsApp } from "./cloud-api.ts";
import { openWhatsApp } from "./operations.ts";
import { troubleIn, UNREADABLE_TOKEN, whatsAppTrouble } from "./trouble.ts";

/** Asks WhatsApp about the number with the token that is stored. Null: all is well. */
export async function checkNumber(
  { outbound, whatsAppUrl }: { outbound: Outbound; whatsAppUrl: string },
  call: JobCall["call"],
  id: string,
): Promise<Trouble | null> {
  const { account } = await call(openWhatsApp, { id });
  if (!account) return UNREADABLE_TOKEN;
  const { phone_number_id: phoneNumberId, business_account_id: businessId, token } = account;
  const found = await checkWhatsApp(outbound, { url: whatsAppUrl, phoneNumberId, businessId, token });
  return "outcome" in found ? (troubleIn(found) ?? whatsAppTrouble("unreachable")) : null;
}
