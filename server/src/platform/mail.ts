import { unavailable } from "../kernel/errors.ts";
import { cutText } from "./cut-text.ts";
import { unsubscribeHeaders } from "./unsubscribing.ts";

interface MailMessage {
  to: string;
  subject: string;
  text: string;
  /** The same for mail programs that show HTML. */
  html?: string;
  /** The address that turns such mails off with one click. */
  unsubscribeUrl?: string;
  /** Nobody wrote it: no out-of-office answers it. */
  isAutomatic?: boolean;
  /** The same message sent twice has the same id, so that a mail program can tell. */
  id?: string;
}

/** Sends mail. Undefined where no SMTP server is configured: then links are shown on screen instead. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}

const SMTP_TIMEOUT_MS = 15_000;

export async function createMail(smtpUrl: string, from: string): Promise<Mail> {
  const { createTransport } = await import("nodemailer"); // loaded only where mail is configured
  const transport = createTransport({ url: smtpUrl, connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS });
  return {
    async send({ id, unsubscribeUrl, isAutomatic, ...message }) {
      const headers = {
        ...(isAutomatic ? { "Auto-Submitted": "auto-generated" } : {}),
        ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
      };
      try {
        await transport.sendMail({ from, ...message, headers, ...(id === undefined ? {} : { messageId: `<${id}@kith.invalid>` }) });
      } catch (error) {
        // The error itself contains hosts and addresses: it goes to the log only.
        throw unavailable("mail_not_sent", "The mail server could not be reached, or refused the email.", error);
      }
    },
  };
}

const NAME_LENGTH = 60;

/**
 * A name someone chose, for the text of a mail to someone else: short, and with an invisible space after whatever a mail program could
 * take for a part of an address, so that it never becomes a link. Subjects hold no name at all.
 */
export const nameInMail = (name: string): string => textInMail(cutText(name, NAME_LENGTH));

/** The same for a text with names in it: one line, and nothing in it becomes a link. */
export const textInMail = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[.@:/](?=\S)/g, "$&\u200b");
