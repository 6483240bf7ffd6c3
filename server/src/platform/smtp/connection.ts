import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { cleanLine, type LineLog, type MailAccount } from "../mail-account/account.ts";
import type { Outbound } from "../outbound/outbound.ts";

const CONNECT_MS = 10_000;
// RFC 5321 lets a server think for ten minutes after the last byte. Those that need more than two are not waiting for us any more.
const SILENT_MS = 120_000;

export interface SmtpOptions {
  log?: LineLog;
  /** After how long without a byte a connection is given up; two minutes unless a test says otherwise. */
  silentMs?: number;
}

/** A connection that is encrypted and signed in. */
export async function openSmtp(
  outbound: Outbound,
  account: MailAccount,
  { log, silentMs = SILENT_MS }: SmtpOptions,
): Promise<SMTPConnection> {
  const route = await outbound.mail.route(account.host, account.port);
  const { default: Connection } = await import("nodemailer/lib/smtp-connection"); // loaded with the first mail
  const connection = new Connection({
    host: route.host,
    port: route.port,
    secure: account.security === "tls",
    requireTLS: true,
    ...(route.servername === undefined ? {} : { servername: route.servername }),
    ...(route.ca === undefined ? {} : { tls: { ca: route.ca } }),
    ...(route.proxy === undefined ? {} : { connection: await outbound.mail.tunnel(route) }),
    connectionTimeout: Math.min(CONNECT_MS, silentMs),
    greetingTimeout: Math.min(CONNECT_MS, silentMs),
    socketTimeout: silentMs,
    transactionLog: true,
    logger: log === undefined ? false : lineLogger(account, log),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    await signIn(connection, account);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function signIn(connection: SMTPConnection, { user, password, accessToken }: MailAccount): Promise<void> {
  const login =
    accessToken === undefined
      ? { user, pass: password ?? "" }
      : { user, oauth2: new (await import("nodemailer/lib/xoauth2")).default({ user, accessToken }) };
  await new Promise<void>((resolve, reject) => {
    connection.on("error", reject);
    connection.login(login, (error) => (error ? reject(error) : resolve()));
  });
}

/** nodemailer hides credentials in what it logs; the mail itself is only logged with `debug`, which is off. */
function lineLogger(account: MailAccount, log: LineLog) {
  const note = (entry: { tnx?: string }, ...rest: unknown[]) => {
    if (entry.tnx !== "server" && entry.tnx !== "client") return;
    const text = String(rest.at(-1));
    // Recipients are people: the lines are shown to whoever looks after the channel.
    const line = /^(?:MAIL FROM|RCPT TO|AUTH)/i.exec(text)?.[0] ?? text;
    log(cleanLine(`${entry.tnx === "client" ? ">" : "<"} ${line}`, account));
  };
  return { level: () => undefined, trace: note, debug: note, info: note, warn: note, error: note, fatal: note };
}
