import { z } from "zod";
import type { Outbound, OutboundAnswer } from "../../../platform/outbound/outbound.ts";
import { bodyOf, boundaryOf, multipartOf, type WhatsAppContent, type WhatsAppFile } from "./cloud-content.ts";
import { parametersOf, type WhatsAppTemplate } from "./templates.ts";

/** A number of a business, and what may speak for it. */
export interface WhatsAppAccount {
  /** Where the Cloud API is, with its version. */
  url: string;
  phoneNumberId: string;
  businessId: string;
  token: string;
}

/** As of an email: `unknown` where it may have left. */
export type WhatsAppOutcome =
  | { outcome: "sent"; externalId: string }
  | { outcome: "refused"; words: string; code: number }
  | {
      outcome: "retry";
      words: string;
      afterMs: number;
      /** Of the number; left out: this message alone has to wait. */
      cause?: "token" | "quota" | "unreachable";
    }
  | { outcome: "unknown"; words: string };

const ApiError = z.looseObject({ error: z.looseObject({ message: z.string().default(""), code: z.number().default(0) }) });
const Accepted = z.looseObject({ messages: z.array(z.looseObject({ id: z.string() })).min(1) });
const Uploaded = z.looseObject({ id: z.string().regex(/^[\w-]{1,200}$/) });
const TemplatePart = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(z.looseObject({ url: z.string().optional(), type: z.string().optional() })).optional(),
});
const Templates = z.looseObject({
  data: z.array(
    z.looseObject({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      components: z.array(TemplatePart).default([]),
    }),
  ),
});
const PhoneNumber = z.looseObject({ id: z.string(), display_phone_number: z.string(), verified_name: z.string().default("") });
const MediaAddress = z.looseObject({ url: z.string(), mime_type: z.string().optional() });

const MINUTE_MS = 60_000;
const MAX_ANSWER = 65_536;
const MAX_WORDS = 300;
const MAX_MEDIA = 16 * 1_048_576;
const ASK_MS = 15_000;
const MEDIA_MS = 60_000;
/** Meta's codes for "not so fast": of the app, of the business, of the throughput. */
const LIMITS = new Set([4, 80_007, 130_429, 131_048, 133_016]);
/** Too many to one person. */
const PAIR_LIMIT = 131_056;
const TOKENS = new Set([0, 10, 190]);
const TEMPORARY = new Set([1, 2, 131_000, 131_016]);

/** Sends a text, a file or a template. `ours` comes back with every report about the message. */
export async function sendWhatsApp(
  outbound: Outbound,
  account: WhatsAppAccount,
  { to, content, ours, repliesTo }: { to: string; content: WhatsAppContent; ours: string; repliesTo?: string | undefined },
): Promise<WhatsAppOutcome> {
  const answer = await outbound.post({
    url: `${account.url}/${encodeURIComponent(account.phoneNumberId)}/messages`,
    headers: headersOf(account),
    body: JSON.stringify({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      // Digits are a phone number; anything else is the id of a person inside one business.
      ...(/^\+?\d+$/.test(to) ? { to: to.replace("+", "") } : { recipient: to }),
      ...(repliesTo === undefined ? {} : { context: { message_id: repliesTo } }),
      ...bodyOf(content),
      biz_opaque_callback_data: ours,
    }),
    keptBytes: MAX_ANSWER,
  });
  return outcomeOf(answer);
}

/** Brings a file over there. Nobody gets it before a message names it, so this may be done again. */
export async function uploadMedia(
  outbound: Outbound,
  account: WhatsAppAccount,
  file: WhatsAppFile,
): Promise<{ id: string } | WhatsAppOutcome> {
  const boundary = boundaryOf();
  const answer = await outbound.post({
    url: urlOf(account, account.phoneNumberId, "media"),
    headers: { ...headersOf(account), "content-type": `multipart/form-data; boundary=${boundary}` },
    body: multipartOf(boundary, file),
    totalMs: MEDIA_MS,
    keptBytes: MAX_ANSWER,
  });
  if ("error" in answer || answer.status >= 300) return outcomeOf(answer);
  const found = Uploaded.safeParse(parseJson(answer.answer));
  return found.success ? { id: found.data.id } : { outcome: "unknown", words: "WhatsApp's answer names no file." };
}

function outcomeOf(answer: OutboundAnswer): WhatsAppOutcome {
  if ("error" in answer) {
    // Whether a request had left when the connection was lost cannot be known.
    if (answer.error === "cut" || answer.error === "timeout" || answer.error === "not_http")
      return { outcome: "unknown", words: "WhatsApp did not answer." };
    return { outcome: "retry", words: "WhatsApp could not be reached.", afterMs: MINUTE_MS, cause: "unreachable" };
  }
  const body = parseJson(answer.answer);
  if (answer.status < 300) {
    const accepted = Accepted.safeParse(body);
    const [first] = accepted.success ? accepted.data.messages : [];
    return first ? { outcome: "sent", externalId: first.id } : { outcome: "unknown", words: "WhatsApp's answer names no message." };
  }
  const apiError = ApiError.safeParse(body).data?.error;
  // A gateway between us and WhatsApp says nothing about what WhatsApp did.
  if (answer.status >= 500 && !apiError) return { outcome: "unknown", words: `WhatsApp answered ${answer.status}.` };
  const { message, code } = apiError ?? { message: "", code: -1 };
  const words = message.replace(/[\p{Cc}\s]+/gu, " ").slice(0, MAX_WORDS) || `WhatsApp answered ${answer.status}.`;
  if (answer.status === 401 || TOKENS.has(code)) return { outcome: "retry", words, afterMs: 5 * MINUTE_MS, cause: "token" };
  if (code === PAIR_LIMIT) return { outcome: "retry", words, afterMs: secondsOf(answer.retryAfter) ?? MINUTE_MS };
  if (answer.status === 429 || LIMITS.has(code))
    return { outcome: "retry", words, afterMs: secondsOf(answer.retryAfter) ?? MINUTE_MS, cause: "quota" };
  if (answer.status >= 500 || TEMPORARY.has(code)) return { outcome: "retry", words, afterMs: MINUTE_MS, cause: "unreachable" };
  return { outcome: "refused", words, code };
}

const secondsOf = (retryAfter: string | undefined) =>
  /^\d{1,5}$/.test(retryAfter ?? "") ? parseInt(retryAfter ?? "", 10) * 1_000 : undefined;

/** Asks, and follows no redirect: the token would go along. */
async function ask(outbound: Outbound, account: WhatsAppAccount, url: string, { maxBytes = MAX_ANSWER, totalMs = ASK_MS } = {}) {
  const answer = await outbound.get({ url, headers: headersOf(account), maxBytes, totalMs, maxMoves: 0 });
  if ("error" in answer) return { failed: outcomeOf({ ...answer, ms: 0 }) };
  if (answer.status < 300) return { body: answer.body };
  return { failed: outcomeOf({ status: answer.status, answer: answer.body ?? Buffer.alloc(0), retryAfter: undefined, ms: 0 }) };
}

const urlOf = ({ url }: WhatsAppAccount, ...parts: string[]) => [url, ...parts.map(encodeURIComponent)].join("/");

/** The number's own words about itself, or why it cannot be used. Nothing changes over there. */
export async function checkWhatsApp(
  outbound: Outbound,
  account: WhatsAppAccount,
): Promise<{ phone: string; name: string } | WhatsAppOutcome> {
  const { body, failed } = await ask(
    outbound,
    account,
    `${urlOf(account, account.phoneNumberId)}?fields=id,display_phone_number,verified_name`,
  );
  if (failed) return failed;
  const found = PhoneNumber.safeParse(parseJson(body));
  if (!found.success) return { outcome: "unknown", words: "WhatsApp's answer names no number." };
  return { phone: `+${found.data.display_phone_number.replace(/\D/g, "")}`, name: found.data.verified_name };
}

/** The templates that may be sent. */
export async function listTemplates(outbound: Outbound, account: WhatsAppAccount): Promise<WhatsAppTemplate[] | WhatsAppOutcome> {
  const url = `${urlOf(account, account.businessId, "message_templates")}?limit=200&status=APPROVED`;
  const { body, failed } = await ask(outbound, account, url, { maxBytes: 32 * MAX_ANSWER });
  if (failed) return failed;
  const found = Templates.safeParse(parseJson(body));
  if (!found.success) return { outcome: "unknown", words: "WhatsApp's answer lists no templates." };
  return found.data.data
    .filter(({ status, components }) => status === "APPROVED" && components.every(needsNothing))
    .map(({ name, language, components }) => {
      const text = components.find(({ type }) => type === "BODY")?.text ?? "";
      return { name, language, text, parameters: parametersOf(text) };
    });
}

/** Only values of the body are asked for: a template that needs a picture, or values in its head or its buttons, cannot be sent from here. */
function needsNothing({ type, format, text = "", buttons = [] }: z.output<typeof TemplatePart>): boolean {
  if (type === "HEADER") return (format ?? "TEXT") === "TEXT" && parametersOf(text).length === 0;
  return buttons.every(({ url = "", type: kind }) => kind !== "COPY_CODE" && kind !== "OTP" && parametersOf(url).length === 0);
}

/** A file that somebody sent. Its id lives seven days, its address five minutes, so both are asked for in one go. */
export async function downloadMedia(
  outbound: Outbound,
  account: WhatsAppAccount,
  id: string,
): Promise<{ bytes: Buffer; type: string | undefined } | WhatsAppOutcome> {
  const address = await ask(outbound, account, urlOf(account, id));
  if (address.failed) return address.failed;
  const found = MediaAddress.safeParse(parseJson(address.body));
  if (!found.success) return { outcome: "unknown", words: "WhatsApp's answer names no file." };
  const { url, mime_type: type } = found.data;
  if (!isOfMeta(url, account)) return { outcome: "refused", words: "WhatsApp named an address that is not its own.", code: 0 };
  const file = await ask(outbound, account, url, { maxBytes: MAX_MEDIA, totalMs: MEDIA_MS });
  if (file.failed) return file.failed;
  return file.body ? { bytes: file.body, type } : { outcome: "refused", words: "The file is larger than 16 MiB.", code: 0 };
}

/** The token goes along, so it goes nowhere else. */
function isOfMeta(url: string, account: WhatsAppAccount): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, hostname, protocol } = new URL(url);
  if (origin === new URL(account.url).origin) return true;
  return protocol === "https:" && /(?:^|\.)(?:facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net)$/.test(hostname);
}

const headersOf = ({ token }: WhatsAppAccount) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

function parseJson(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch {
    return undefined;
  }
}
