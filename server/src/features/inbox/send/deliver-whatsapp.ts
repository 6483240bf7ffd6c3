import type { Execute } from "../../../kernel/execute.ts";
import type { WhatsAppSender } from "../../channels/index.ts";
import { messageId } from "../ids.ts";
import type { Outgoing } from "./claim.ts";
import type { Outcome } from "./outcomes.ts";
import { bytesOf } from "./file-bytes.ts";

/** Sends one message over WhatsApp. Our own id goes along: reports name the message by it, also where the answer was lost. */
export async function deliverByWhatsApp(
  { execute, whatsApp }: { execute: Execute; whatsApp: WhatsAppSender },
  message: Outgoing,
): Promise<Outcome> {
  const { companyId, channel_id: channelId, text, headers, recipients, files } = message;
  const [to] = recipients.to ?? [];
  if (!to) return { outcome: "refused", words: "It has no recipient." };
  let file;
  try {
    const [use] = files;
    file = use && { name: use.name, type: use.type, bytes: await bytesOf(execute, companyId, use) };
  } catch {
    return { outcome: "retry", words: "The service could not read its file." };
  }
  const ours = messageId.encode(message.id);
  const outcome = await whatsApp.send(companyId, channelId, { to: to.address, ours, text, template: headers.template, file });
  return outcome.outcome === "sent" ? { ...outcome, words: "" } : outcome;
}
