import { randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";
import { AppError } from "../../kernel/errors.ts";
import { unsubscribeHeaders } from "../unsubscribing.ts";
import { headerId, headerMailbox, headerValue } from "./header-values.ts";
import type { MailFile, Mailbox } from "./read-mail-types.ts";

export interface MailDraft {
  /** The same message built twice has the same id. */
  messageId: string;
  /** Comes back in a bounce (ENVID). */
  envelopeId: string;
  /** Our own id of the message: a copy in the mailbox's Sent is known by it. */
  kithMessage: string;
  date: Date;
  from: Mailbox;
  replyTo?: Mailbox | null;
  to: readonly Mailbox[];
  cc?: readonly Mailbox[];
  bcc?: readonly Mailbox[];
  subject: string;
  text: string;
  html?: string | null;
  inReplyTo?: string | null;
  references?: readonly string[];
  files?: readonly Pick<MailFile, "name" | "type" | "bytes" | "contentId">[];
  /** Written by a machine: says so, and has no address for bounces, so that two machines never answer each other. */
  isAutomatic?: boolean;
  /** Where a mail program unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string | null;
}

export interface BuiltMail {
  bytes: Buffer;
  envelope: { from: string; to: string[]; envid: string };
}

const MAX_BUILT_BYTES = 25 * 1024 * 1024;
/** As many as fit into a header that every server takes: the first, and the newest. */
const MAX_SENT_REFERENCES = 20;

/** A new id with 128 random bits: whoever names it in an answer has received the message. */
export const newMessageId = (domain: string) => `${randomBytes(16).toString("hex")}@${headerId("/domain", domain)}`;

/** Builds the bytes of a mail and its envelope. A line end in any header or address is refused. */
export async function buildMail(draft: MailDraft): Promise<BuiltMail> {
  const from = headerMailbox("/from", draft.from);
  const [to, cc, bcc] = [all("/to", draft.to), all("/cc", draft.cc), all("/bcc", draft.bcc)];
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer"); // only a worker that sends needs it
  const message = new MailComposer({
    // What a draft contains is text and bytes: nothing in it makes us read a file or ask another server.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "windows",
    messageId: `<${headerId("/message_id", draft.messageId)}>`,
    date: draft.date,
    from,
    ...(draft.replyTo ? { replyTo: headerMailbox("/reply_to", draft.replyTo) } : {}),
    to,
    cc,
    subject: headerValue("/subject", draft.subject),
    text: draft.text,
    ...(draft.html ? { html: draft.html } : {}),
    ...answering(draft),
    headers: extraHeaders(draft),
    attachments: (draft.files ?? []).map((file, at) => ({
      filename: headerValue(`/files/${at}/name`, file.name),
      contentType: headerValue(`/files/${at}/type`, file.type),
      content: file.bytes,
      ...(file.contentId === null ? {} : { cid: headerId(`/files/${at}/content_id`, file.contentId) }),
    })),
  });
  const bytes = await message.compile().build();
  if (bytes.length > MAX_BUILT_BYTES) throw tooLarge(bytes.length);
  const recipients = [...new Set([...to, ...cc, ...bcc].map(({ address }) => onTheWire(address)))];
  return {
    bytes,
    envelope: { from: draft.isAutomatic ? "" : onTheWire(from.address), to: recipients, envid: headerId("/envelope_id", draft.envelopeId) },
  };
}

/** The domain in ASCII: müller.example is understood by every server as xn--mller-kva.example, and by few as it is read. */
function onTheWire(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

const all = (pointer: string, mailboxes: readonly Mailbox[] = []) =>
  mailboxes.map((mailbox, at) => headerMailbox(`${pointer}/${at}`, mailbox));

function answering({ inReplyTo, references = [] }: MailDraft) {
  const ids = references.map((id, at) => headerId(`/references/${at}`, id));
  const kept = ids.length > MAX_SENT_REFERENCES ? [...ids.slice(0, 1), ...ids.slice(1 - MAX_SENT_REFERENCES)] : ids;
  return {
    ...(inReplyTo ? { inReplyTo: `<${headerId("/in_reply_to", inReplyTo)}>` } : {}),
    ...(kept.length > 0 ? { references: kept.map((id) => `<${id}>`) } : {}),
  };
}

function extraHeaders({ kithMessage, isAutomatic, unsubscribeUrl }: MailDraft): Record<string, string> {
  const headers: Record<string, string> = { "X-Kith-Message": headerId("/kith_message", kithMessage) };
  if (isAutomatic) headers["Auto-Submitted"] = "auto-replied";
  if (unsubscribeUrl) {
    Object.assign(headers, unsubscribeHeaders(headerId("/unsubscribe_url", unsubscribeUrl)));
  }
  return headers;
}

const tooLarge = (bytes: number) =>
  new AppError(
    413,
    "mail_too_large",
    `The email would be ${Math.ceil(bytes / 1024 / 1024)} MiB. It may have 25 MiB: send fewer or smaller files.`,
  );
