import type { Member } from "../../../kernel/actor.ts";
import type { Database } from "../../../kernel/database.ts";
import { AppError, invalid } from "../../../kernel/errors.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { readToChange, type ReadAhead } from "../read-ahead.ts";
import type { Own } from "../save-channel.ts";
import type { Settings } from "../store.ts";
import type { TriedNow } from "../try-now.ts";
import { checkWhatsApp, type WhatsAppAccount, type WhatsAppOutcome } from "./cloud-api.ts";
import { newVerifyToken, type WhatsAppCredentials } from "./credentials.ts";
import { troubleIn, UNREADABLE_TOKEN, whatsAppTrouble } from "./trouble.ts";

export interface NumberNeeds {
  outbound: Outbound;
  database: Database;
  whatsAppUrl: string;
  numberCredentials: WhatsAppCredentials;
}

const accountOf = (url: string, { whatsapp }: Settings, token: string): WhatsAppAccount => ({
  url,
  phoneNumberId: whatsapp?.phone_number_id ?? "",
  businessId: whatsapp?.business_account_id ?? "",
  token,
});

/** Tries a number with another token, in the step before the transaction. */
export async function tryChangedNumber(
  { outbound, database, whatsAppUrl, numberCredentials }: NumberNeeds,
  actor: Member,
  id: string,
  changed: { token?: string | undefined; app_secret?: string | undefined },
): Promise<Own> {
  const { row, sealed } = await readToChange(database, actor, id);
  const missing = (pointer: string, message: string) => invalid([{ pointer, message }]);
  if (row.kind !== "whatsapp") throw missing(changed.token ? "/token" : "/app_secret", "Only a WhatsApp number has this.");
  const known = sealed?.credentials ? numberCredentials.open(actor.companyId, id, sealed.credentials) : undefined;
  const [token, appSecret] = [changed.token ?? known?.token, changed.app_secret ?? known?.appSecret];
  if (!token) throw missing("/token", `${UNREADABLE_TOKEN.words} ${UNREADABLE_TOKEN.remedy}`);
  if (!appSecret) throw missing("/app_secret", `${UNREADABLE_TOKEN.words} ${UNREADABLE_TOKEN.remedy}`);
  const found = await checkWhatsApp(outbound, accountOf(whatsAppUrl, row.settings, token));
  if ("outcome" in found) throw numberRefused(found);
  const secrets = { token, appSecret, verifyToken: known?.verifyToken ?? newVerifyToken() };
  return {
    id,
    settings: row.settings,
    credentials: numberCredentials.seal(actor.companyId, id, secrets),
    lines: [],
    version: row.version,
  };
}

/** Tries the token that is stored. */
export async function tryStoredNumber(
  { outbound, whatsAppUrl, numberCredentials }: NumberNeeds,
  actor: Member,
  { row, sealed }: ReadAhead,
): Promise<TriedNow> {
  const known = sealed?.credentials ? numberCredentials.open(actor.companyId, row.id, sealed.credentials) : undefined;
  if (!known) return { incoming: UNREADABLE_TOKEN };
  const found = await checkWhatsApp(outbound, accountOf(whatsAppUrl, row.settings, known.token));
  return "outcome" in found ? { incoming: troubleIn(found) ?? whatsAppTrouble("unreachable") } : {};
}

/** Nothing was saved. */
export function numberRefused(found: WhatsAppOutcome): AppError {
  const [pointer, message] =
    found.outcome === "retry" && found.cause === "token"
      ? [
          "/token",
          "WhatsApp refused the access token. Create one for a system user of the business, with the permission whatsapp_business_messaging.",
        ]
      : found.outcome === "refused"
        ? ["/phone_number_id", "WhatsApp knows no such number, or the token may not use it. Copy the phone number id from the Meta app."]
        : ["/phone_number_id", "WhatsApp could not be reached. Try again in a minute."];
  return new AppError(422, "whatsapp_refused", message, { errors: [{ pointer, message }] });
}
