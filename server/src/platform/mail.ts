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
      await transport.sendMail({ from, ...letter });
    },
  };
}
