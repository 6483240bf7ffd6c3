import { AppError } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import type { MailAccount } from "../../../platform/mail-account/account.ts";
import type { BuiltMail } from "../../../platform/mime/build-mail.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { MailAccountOpener, WhatsAppSender } from "../../channels/index.ts";
import { messageId } from "../ids.ts";
import type { Outgoing } from "./claim.ts";
import { deliverByWhatsApp } from "./deliver-whatsapp.ts";
import { bytesOf } from "./file-bytes.ts";
import type { Outcome } from "./outcomes.ts";

export interface DeliverNeeds {
  execute: Execute;
  outbound: Outbound;
  mailAccounts: MailAccountOpener;
  whatsApp: WhatsAppSender;
}

/** Sends one message through its channel, outside of any transaction, and tells what became of it. */
export async function deliver(needs: DeliverNeeds, message: Outgoing): Promise<Outcome> {
  if (message.channel_kind === "whatsapp") return deliverByWhatsApp(needs, message);
  const ready = await prepare(needs, message).catch(notPrepared);
  if ("outcome" in ready) return ready;
  const { sendMail } = await import("../../../platform/smtp/send-mail.ts"); // only a worker needs it
  const outcome = await sendMail(needs.outbound, ready.account, ready.built);
  if (outcome.outcome === "sent")
    return { outcome: "sent", words: outcome.words, externalId: outcome.messageId, recipients: outcome.refused };
  if (outcome.outcome !== "retry") return outcome;
  const { words, afterMs, trouble, isOfAccount } = outcome;
  return { outcome: "retry", words, afterMs, ...(isOfAccount ? { trouble } : {}) };
}

/** As long as nothing was sent, nobody has to be told that it may have left. What can never be built is refused. */
function notPrepared(error: unknown): Outcome {
  if (error instanceof AppError && error.status >= 400 && error.status < 500) return { outcome: "refused", words: error.message };
  return { outcome: "retry", words: "The service could not prepare it." };
}

async function prepare(needs: DeliverNeeds, message: Outgoing): Promise<{ account: MailAccount; built: BuiltMail } | Outcome> {
  if (message.channel_kind !== "email") return { outcome: "refused", words: "This channel cannot send." };
  const opened = await needs.mailAccounts.open(message.companyId, message.channel_id);
  if ("trouble" in opened) return { outcome: "retry", words: opened.trouble.words, trouble: opened.trouble };
  return { account: opened.accounts.outgoing, built: await build(needs, message) };
}

async function build({ execute }: DeliverNeeds, message: Outgoing): Promise<BuiltMail> {
  const { buildMail } = await import("../../../platform/mime/build-mail.ts"); // only a worker needs it
  const files = [];
  for (const use of message.files) files.push({ ...use, bytes: await bytesOf(execute, message.companyId, use) });
  const { headers, recipients } = message;
  return buildMail({
    messageId: message.rfc_id ?? "",
    envelopeId: message.envelope_id ?? "",
    kithMessage: messageId.encode(message.id),
    date: message.at,
    from: message.sender,
    to: recipients.to ?? [],
    cc: recipients.cc ?? [],
    subject: message.subject,
    text: message.text,
    html: message.html,
    files,
    isAutomatic: message.purpose === "automatic",
    ...(headers.inReplyTo ? { inReplyTo: headers.inReplyTo, references: headers.references ?? [] } : {}),
    ...(headers.unsubscribe ? { unsubscribeUrl: headers.unsubscribe } : {}),
  });
}
