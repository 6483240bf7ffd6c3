import type { Execute } from "../../../kernel/execute.ts";
import type { WhatsAppSender } from "../../channels/index.ts";
import { messageId } from "../ids.ts";
import type { Outgoing } from "./claim.ts";
import type { Fate } from "./fates.ts";
import { bytesOf } from "./file-bytes.ts";

/** Sends one message over WhatsApp. Our own id goes along: reports name the message by it, also where the answer was lost. */
export async function deliverByWhatsApp(
  { execute, whatsApp }: { execute: Execute; whatsApp: WhatsAppSender },
  message: Outgoing,
): Promise<Fate> {
  const { companyId, channel_id: channelId, text, headers, recipients, files } = message;
  const [to] = recipients.to ?? [];
  if (!to) return { fate: "refused", words: "It has no recipient." };
  let file;
  try {
    const [use] = files;
    file = use && { name: use.name, type: use.type, bytes: await bytesOf(execute, companyId, use) };
  } catch {
    return { fate: "retry", words: "The service could not read its file." };
  }
  const ours = messageId.encode(message.id);
  const fate = await whatsApp.send(companyId, channelId, { to: to.address, ours, text, template: headers.template, file });
  return fate.fate === "sent" ? { ...fate, words: "" } : fate;
}
