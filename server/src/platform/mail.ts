import { unavailable } from "../kernel/errors.ts";

interface MailMessage {
  to: string;
  subject: string;
  text: string;
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
    async send(message) {
      try {
        await transport.sendMail({ from, ...message });
      } catch (error) {
        // The error itself contains hosts and addresses: it goes to the log only.
        throw unavailable("mail_not_sent", "The mail server could not be reached, or refused the mail.", error);
      }
    },
  };
}
