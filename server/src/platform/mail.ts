import { unavailable } from "../kernel/errors.ts";

interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail, or is undefined where the operator configured none: then links are shown on screen instead. */
export interface Mail {
  send(letter: Letter): Promise<void>;
}

const SMTP_TIMEOUT_MS = 15_000;

export async function createMail(smtpUrl: string, from: string): Promise<Mail> {
  const { createTransport } = await import("nodemailer"); // loaded only where mail is configured
  const transport = createTransport({ url: smtpUrl, connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS });
  return {
    async send(letter) {
      try {
        await transport.sendMail({ from, ...letter });
      } catch (error) {
        // The error itself names hosts and addresses: it is for the log.
        throw unavailable("mail_not_sent", "The mail server could not be reached, or did not take the mail.", error);
      }
    },
  };
}
