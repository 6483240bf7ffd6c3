import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

interface Letter {
  to: string;
  headers: string;
  text: string;
}

const PATIENCE_MS = 10_000;

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** A real SMTP server that keeps what it is given. */
export async function startMailbox() {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const [headers = "", ...body] = raw.split("\r\n\r\n");
        letters.push({
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
    letters,
    /** The first letter to an address, as soon as it is there. */
    async letterTo(email: string): Promise<Letter> {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 20))) {
        const letter = letters.find((one) => one.to === email);
        if (letter) return letter;
      }
      throw new Error(`no letter came for ${email}`);
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Long lines travel as quoted-printable, short ones as they are. */
function decode(headers: string, body: string): string {
  if (!/^content-transfer-encoding: quoted-printable\r?$/im.test(headers)) return body;
  return body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
