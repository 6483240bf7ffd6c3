import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { PATIENCE_MS } from "./measured.ts";

interface Mail {
  to: string;
  headers: string;
  text: string;
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** A real SMTP server that keeps the mails it receives. */
export async function startMailbox() {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const [headers = "", ...body] = raw.split("\r\n\r\n");
        mails.push({
          to: session.envelope.rcptTo.map((one) => one.address).join(),
          headers,
          text: decode(headers, body.join("\r\n\r\n")),
        });
        done();
      }, done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;

  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Kith <kith@test.example>" },
    mails,
    /** The first mail to an address, as soon as it has arrived. */
    async mailTo(email: string): Promise<Mail> {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 20))) {
        const mail = mails.find((one) => one.to === email);
        if (mail) return mail;
      }
      throw new Error(`no mail arrived for ${email}`);
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Long lines travel as quoted-printable, short ones as they are. */
function decode(headers: string, body: string): string {
  if (!/^content-transfer-encoding: quoted-printable\r?$/im.test(headers)) return body;
  return body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
