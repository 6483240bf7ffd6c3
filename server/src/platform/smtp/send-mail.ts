import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailAccount } from "../mail-account/account.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { openSmtp, type SmtpOptions } from "./connection.ts";
import { outcomeOf, refusedRecipients, serverWords, type Outcome } from "./outcome.ts";

export interface OutgoingMail {
  envelope: {
    /** Empty for automatic mail, so that nothing answers it. */
    from: string;
    to: string[];
    /** Comes back in a bounce, so that it is known which mail it is about. */
    envid?: string | undefined;
  };
  bytes: Buffer;
}

const CHUNK = 16_384;
// A server that answers one byte at a time is never silent. Nobody waits longer than this for it.
const TOTAL_MS = 10 * 60_000;

/** Sends a mail and tells what became of it. It never throws: whatever happens is one of the outcomes. */
export async function sendMail(outbound: Outbound, account: MailAccount, mail: OutgoingMail, options: SmtpOptions = {}): Promise<Outcome> {
  const isToken = account.accessToken !== undefined;
  let connection: SMTPConnection;
  try {
    connection = await openSmtp(outbound, account, options);
  } catch (error) {
    return outcomeOf(error, { isHanded: false, isToken, isSignedIn: false });
  }
  const source = inChunks(mail.bytes);
  try {
    const { response, serverMessageId, rejectedErrors } = await handOver(connection, mail, source.stream);
    connection.quit();
    return {
      outcome: "sent",
      words: serverWords(response),
      messageId: serverMessageId ?? null,
      refused: refusedRecipients(rejectedErrors),
    };
  } catch (error) {
    connection.close();
    return outcomeOf(error, { isHanded: source.isHanded(), isToken, isSignedIn: true });
  }
}

/** Signs in and leaves again: whether mail could be sent. Throws what went wrong, for `trouble`. */
export async function trySending(outbound: Outbound, account: MailAccount, options: SmtpOptions = {}): Promise<void> {
  const connection = await openSmtp(outbound, account, options);
  connection.quit();
}

async function handOver(connection: SMTPConnection, { envelope, bytes }: OutgoingMail, source: Readable) {
  const { from, to, envid } = envelope;
  const dsn = envid === undefined || from === "" ? {} : { dsn: { id: envid, return: "HDRS", notify: ["FAILURE", "DELAY"] } };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Parameters<Parameters<SMTPConnection["send"]>[2]>[1]>((resolve, reject) => {
      timer = setTimeout(() => reject(Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" })), TOTAL_MS);
      connection.on("error", reject);
      connection.on("end", () => reject(Object.assign(new Error("Connection closed"), { code: "ECONNECTION" })));
      connection.send({ from: from === "" ? false : from, to, size: bytes.length, use8BitMime: true, ...dsn }, source, (error, info) =>
        error ? reject(error) : resolve(info),
      );
    });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The bytes in pieces, and whether the last piece was taken. It is taken only when the pieces before it have moved on, and the final dot
 * follows it: until then the server cannot have accepted the mail.
 */
function inChunks(bytes: Buffer) {
  let isHanded = false;
  function* pieces() {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      isHanded = at + CHUNK >= bytes.length;
      yield bytes.subarray(at, at + CHUNK);
    }
  }
  return { stream: Readable.from(pieces(), { objectMode: false, highWaterMark: CHUNK }), isHanded: () => isHanded };
}
