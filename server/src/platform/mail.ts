import { unavailable } from "../kernel/errors.ts";
import { cutText } from "./cut-text.ts";

interface MailMessage {
  to: string;
  subject: string;
  text: string;
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
    async send({ id, ...message }) {
      try {
        await transport.sendMail({ from, ...message, ...(id === undefined ? {} : { messageId: `<${id}@kith.invalid>` }) });
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
 * take for a part of an address, so that it never becomes a link. Subjects hold no name at all, and no mail has HTML.
 */
export function nameInMail(name: string): string {
  return cutText(name, NAME_LENGTH).replace(/[.@:/](?=\S)/g, "$&\u200b");
}
