import type { ImapFlow } from "imapflow";
import { cleanLine, type LineLog, type MailAccount } from "../mail-account/account.ts";
import type { Outbound } from "../outbound/outbound.ts";

export interface ImapTiming {
  /** How long one IDLE lasts before it is renewed. */
  idleMs: number;
  /** After how long without an answer the connection is given up. Idling, a dead line is noticed after the sum of both. */
  silentMs: number;
}

export const TIMING: ImapTiming = { idleMs: 60_000, silentMs: 90_000 };
const CONNECT_MS = 10_000;
export const MAX_MAIL = 40 * 1_048_576;
const MAX_LINE = 8 * 1_048_576; // the longest answer without a literal: all UIDs of a folder

/** The longest a single answer may be. imapflow alone would take 1 GB of memory for a server that announces it. */
const MAX_LITERAL = MAX_MAIL + 1_048_576;

export async function connectImap(outbound: Outbound, account: MailAccount & { log?: LineLog; timing?: ImapTiming }): Promise<ImapFlow> {
  const { security, user, password, accessToken, log, timing = TIMING } = account;
  const route = await outbound.mail.route(account.host, account.port);
  const { ImapFlow } = await import("imapflow"); // loaded with the first mailbox
  let goodbye: string | undefined;
  const client = new ImapFlow({
    host: route.host,
    port: route.port,
    secure: security === "tls",
    // Undefined would let a server without STARTTLS read the password.
    ...(security === "starttls" ? { doSTARTTLS: true } : {}),
    ...(route.servername === undefined ? {} : { servername: route.servername }),
    ...(route.proxy === undefined ? {} : { proxy: route.proxy }),
    ...(route.ca === undefined ? {} : { tls: { ca: route.ca } }),
    auth: { user, ...(accessToken === undefined ? { pass: password ?? "" } : { accessToken }) },
    logger: lineLogger(account, (line) => {
      // imapflow says only that the connection was closed. Why is in the server's last words.
      if (line.startsWith("< * BYE")) goodbye = line;
      log?.(line);
    }),
    clientInfo: { name: "Kith" },
    // It would begin 15 s after the last command. We call idle() ourselves.
    disableAutoIdle: true,
    disableCompression: true,
    socketTimeout: timing.silentMs,
    connectionTimeout: Math.min(CONNECT_MS, timing.silentMs),
    greetingTimeout: Math.min(CONNECT_MS, timing.silentMs),
    maxLineLength: MAX_LINE,
    maxLiteralSize: MAX_LITERAL,
  });
  // Without a listener an error that comes between two commands would end the process. Every command rejects with it as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw goodbye === undefined || !(error instanceof Error) ? error : Object.assign(error, { responseText: goodbye });
  }
}

const STATUS_LINE = /^(?:\*|[A-Z0-9]+) (?:OK|NO|BAD|BYE|PREAUTH|CAPABILITY)\b.*/;

/** What servers say about the connection and which commands they were given; nothing of mails, folders' contents or credentials. */
function lineLogger(account: MailAccount, log: LineLog) {
  const note = (entry: { src?: string; msg?: string }) => {
    const text = entry.msg ?? "";
    if (entry.src === "s" && STATUS_LINE.test(text)) log(cleanLine(`< ${text}`, account));
    const [command] = entry.src === "c" ? (/^\S+ (?:UID )?[A-Z]+/.exec(text) ?? []) : [];
    if (command !== undefined) log(cleanLine(`> ${command}`, account));
  };
  return { trace: () => undefined, debug: note, info: note, warn: note, error: note };
}
