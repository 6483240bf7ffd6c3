import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { conflict, invalid } from "../../../kernel/errors.ts";
import { officialPhone } from "../../channels/index.ts";
import { sameAddress, type Mailbox } from "./addresses.ts";
import type { OutHeaders } from "./queue-store.ts";
import type { ConversationRow, OutRow, WayOut } from "./store.ts";
import { lastReceived } from "./thread-store.ts";

/** WhatsApp takes free text for this long after their last message. */
const WINDOW_MS = 24 * HOUR_MS;
const MAX_TEXT = 4_096;
const MAX_CAPTION = 1_024;

interface Asked {
  template: OutHeaders["template"] | undefined;
  /** When it leaves. */
  sendAt: Date;
}

/** What WhatsApp would refuse, or accept and report as failed later. The writer is told at once. */
export async function checkWhatsApp(
  { tx, actor }: Call<Member>,
  { channel, conversation }: { channel: Pick<WayOut, "id">; conversation: ConversationRow },
  message: Pick<OutRow, "recipients" | "text" | "file_count">,
  { template, sendAt }: Asked,
): Promise<void> {
  const [to] = message.recipients.to ?? [];
  checkShape(message, template !== undefined);
  if (template || !to) return;
  const last = await lastReceived(tx, actor.companyId, conversation.id, channel.id);
  // The window is of one person: nobody else may be written to because they wrote.
  const isTheirs = last !== undefined && sameAddress("whatsapp", last.address ?? "") === sameAddress("whatsapp", to.address);
  if (isTheirs && sendAt < windowEnd(last.at)) return;
  throw conflict("window_closed", "WhatsApp allows free text for 24 hours after their last message. Send a template instead.");
}

/** For whoever is about to write. Where nobody has written yet, it never began. */
export async function freeTextUntil(
  { tx, actor }: Call<Member>,
  { id, channel_id: channelId, created_at: createdAt }: { id: string; channel_id: string; created_at: Date },
): Promise<Date> {
  const last = await lastReceived(tx, actor.companyId, id, channelId);
  return last ? windowEnd(last.at) : createdAt;
}

const windowEnd = (lastReceivedAt: Date) => new Date(lastReceivedAt.getTime() + WINDOW_MS);

function checkShape(
  { recipients, text, file_count: files }: Pick<OutRow, "recipients" | "text" | "file_count">,
  isTemplate: boolean,
): void {
  const refuse = (pointer: string, words: string) => invalid([{ pointer, message: words }]);
  if ((recipients.to?.length ?? 0) > 1) throw refuse("/to", "A WhatsApp message goes to one number.");
  if (recipients.cc?.length) throw refuse("/cc", "WhatsApp has no copies. Leave it out.");
  if (isTemplate && files > 0) throw refuse("/files", "A template goes without files.");
  if (files > 1) throw refuse("/files", "A WhatsApp message takes one file. Send the others one by one.");
  const most = files > 0 ? MAX_CAPTION : MAX_TEXT;
  if (!isTemplate && text.length > most)
    throw refuse("/text", `WhatsApp takes ${most} characters${files > 0 ? " beside a file" : ""}. This text has ${text.length}.`);
}

/** As the answer to a message that begins a conversation names it. */
export const nameOfThread = ([to]: Mailbox[]): string | null =>
  to ? `thread:${/^[+\d]/.test(to.address) ? officialPhone(to.address) : to.address}` : null;
