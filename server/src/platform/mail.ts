import { createTransport } from "nodemailer";

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

export function createMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS });
  return {
    async send(letter) {
      await transport.sendMail({ from, ...letter });
    },
  };
}
