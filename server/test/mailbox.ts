import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { until } from "./waiting.ts";

interface Mail {
  to: string;
  headers: string;
  text: string;
  /** As it came. */
  raw: string;
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
          raw,
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
    mailTo: (email: string) => until(() => mails.find((one) => one.to === email), `a mail for ${email} arrives`),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Long lines travel as quoted-printable, short ones as they are. */
function decode(headers: string, body: string): string {
  if (!/^content-transfer-encoding: quoted-printable\r?$/im.test(headers)) return body;
  return body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
