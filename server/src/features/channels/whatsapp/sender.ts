import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { showId } from "../../../platform/ids.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Trouble } from "../health.ts";
import { listTemplates, sendWhatsApp, uploadMedia, type WhatsAppAccount, type WhatsAppOutcome } from "./cloud-api.ts";
import { mediaKindOf, type WhatsAppContent, type WhatsAppFile } from "./cloud-content.ts";
import { openWhatsApp } from "./operations.ts";
import { troubleIn, UNREADABLE_TOKEN } from "./trouble.ts";
import { fillTemplate, type WhatsAppTemplate } from "./templates.ts";

export interface WhatsAppMessage {
  to: string;
  /** Comes back with every report about it. */
  ours: string;
  text: string;
  template?: { name: string; language: string; values: string[] } | undefined;
  file?: WhatsAppFile | undefined;
}

/** With what it tells about the number. */
export type WhatsAppSent = WhatsAppOutcome & { saidInstead?: string; trouble?: Trouble };

interface Prepared {
  account: WhatsAppAccount;
  content: WhatsAppContent;
  /** What a template says with its values: what was written here may be something else. */
  saidInstead?: string;
}

/** Templates change when Meta approves one: rarely. */
const KNOWN_FOR_MS = 60_000;
const NOT_PREPARED_MS = 60_000;

/** How workers send over WhatsApp. The network is used outside of any transaction. */
export function createWhatsAppSender({ execute, outbound, whatsAppUrl }: { execute: Execute; outbound: Outbound; whatsAppUrl: string }) {
  const known = new Map<string, { templates: WhatsAppTemplate[]; until: number }>();

  async function templatesOf(channelId: string, account: WhatsAppAccount): Promise<WhatsAppTemplate[] | WhatsAppOutcome> {
    const kept = known.get(channelId);
    if (kept && kept.until > performance.now()) return kept.templates;
    const templates = await listTemplates(outbound, account);
    if (Array.isArray(templates)) known.set(channelId, { templates, until: performance.now() + KNOWN_FOR_MS });
    return templates;
  }

  async function fill(channelId: string, account: WhatsAppAccount, { name, language, values }: NonNullable<WhatsAppMessage["template"]>) {
    const templates = await templatesOf(channelId, account);
    if (!Array.isArray(templates)) return templates;
    const template = templates.find((one) => one.name === name && one.language === language);
    if (!template) return refused(`WhatsApp has no approved template “${name}” in ${language} that can be sent from here.`);
    const { parameters } = template;
    if (parameters.length !== values.length)
      return refused(`The template “${name}” needs ${parameters.length} values, and ${values.length} were given.`);
    return { content: { template: { name, language, parameters, values } }, saidInstead: fillTemplate(template, values) };
  }

  async function prepare(
    companyId: string,
    channelId: string,
    { text, template, file }: WhatsAppMessage,
  ): Promise<Prepared | WhatsAppSent> {
    const { account: found } = await asSystem(execute, companyId)(openWhatsApp, { id: showId("chn", channelId) });
    if (!found) return { outcome: "retry", words: UNREADABLE_TOKEN.words, afterMs: NOT_PREPARED_MS, trouble: UNREADABLE_TOKEN };
    const { phone_number_id: phoneNumberId, business_account_id: businessId, token } = found;
    const account = { url: whatsAppUrl, phoneNumberId, businessId, token };
    if (template) {
      const filled = await fill(channelId, account, template);
      return "outcome" in filled ? filled : { account, ...filled };
    }
    if (!file) return { account, content: { text } };
    const brought = await uploadMedia(outbound, account, file);
    if ("outcome" in brought) return brought;
    return { account, content: { media: { id: brought.id, kind: mediaKindOf(file, text), name: file.name }, text } };
  }

  return {
    async send(companyId: string, channelId: string, message: WhatsAppMessage): Promise<WhatsAppSent> {
      const ready = await prepare(companyId, channelId, message).catch(notPrepared);
      if ("outcome" in ready) return ready.outcome === "unknown" ? { ...notPrepared(), words: ready.words } : withTrouble(ready);
      const { account, content, saidInstead } = ready;
      const outcome = await sendWhatsApp(outbound, account, { to: message.to, ours: message.ours, content });
      return withTrouble(saidInstead === undefined ? outcome : { ...outcome, saidInstead });
    },
  };
}

export type WhatsAppSender = ReturnType<typeof createWhatsAppSender>;

function withTrouble(sent: WhatsAppSent): WhatsAppSent {
  const trouble = sent.trouble ?? troubleIn(sent);
  return trouble ? { ...sent, trouble } : sent;
}

const refused = (words: string): WhatsAppOutcome => ({ outcome: "refused", words, code: 0 });

/** As long as nothing was sent, nobody has to be told that it may have left. */
const notPrepared = (): Extract<WhatsAppOutcome, { outcome: "retry" }> => ({
  outcome: "retry",
  words: "The service could not prepare it.",
  afterMs: NOT_PREPARED_MS,
});
