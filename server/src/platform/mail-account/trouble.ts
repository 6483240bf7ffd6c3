import { ConnectError } from "../outbound/resolve.ts";

const CAUSES = {
  password: {
    words: "The mail server refused the user name or the password.",
    remedy: "Enter the password again. Accounts with two-step verification need a password for apps.",
  },
  token: {
    words: "The mail server no longer accepts this sign-in.",
    remedy: "Sign in again with the provider of the mailbox.",
  },
  tls: {
    words: "No secure connection to the mail server could be made.",
    remedy: "Check the security setting and the port, and that the server's certificate is valid for this name.",
  },
  dns: {
    words: "The name of the mail server was not found.",
    remedy: "Check the spelling of the server's name.",
  },
  unreachable: {
    words: "The mail server does not accept connections.",
    remedy: "Check the server's name and port. If they are right, wait: the connection is tried again.",
  },
  busy: {
    words: "The mail server is busy and asks to come back later.",
    remedy: "Nothing to do: the connection is tried again. If this stays, close other programs that use the mailbox.",
  },
  quota: {
    words: "The provider has limited this mailbox for now, because of too many emails or too much data.",
    remedy: "Wait until the provider lifts the limit, or ask the provider for a higher one.",
  },
  full: {
    words: "The mailbox is full. Until there is space, the server refuses new emails.",
    remedy: "Delete emails in the mailbox, empty its trash, or get more space from the provider.",
  },
  silent: {
    words: "The mail server stopped answering.",
    remedy: "Nothing to do: the connection is tried again. If this stays, ask the provider of the server.",
  },
  other: {
    words: "The mail server answered with something unexpected.",
    remedy: "The connection is tried again. If this stays, send the lines of the last connection to the provider.",
  },
} as const;

export type TroubleCause = keyof typeof CAUSES;

/** What went wrong with a mail server, for the person who can mend it. */
export interface Trouble {
  cause: TroubleCause;
  words: string;
  remedy: string;
}

/** The fields that imapflow, nodemailer and Node put on their errors. */
interface MailError extends Error {
  code?: string;
  /** Node's code, where nodemailer replaced it. */
  originalCode?: string;
  authenticationFailed?: boolean;
  oauthError?: unknown;
  serverResponseCode?: string;
  /** What the server wrote: IMAP, SMTP. */
  responseText?: string;
  response?: unknown;
  responseCode?: number;
  command?: string;
}

/** Tells what happened from an error of a connection. It never repeats what the server wrote: that text is not ours. */
export function trouble(error: unknown, { isToken = false }: { isToken?: boolean } = {}): Trouble {
  return troubleOf(causeOf(error as MailError, isToken));
}

export function troubleOf(cause: TroubleCause): Trouble {
  return { cause, ...CAUSES[cause] };
}

function causeOf(error: MailError, isToken: boolean): TroubleCause {
  if (error instanceof ConnectError) return error.failure === "unresolved" ? "dns" : "unreachable";
  const said = saidBy(error);
  const signIn = causeOfSignIn(error, said, isToken);
  return signIn ?? causeOfWords(error, said) ?? causeOfCode(error) ?? "other";
}

function saidBy({ responseText, response, serverResponseCode, message }: MailError): string {
  const answer = typeof response === "string" ? response : "";
  return [serverResponseCode, responseText, answer, message].filter(Boolean).join(" ");
}

function causeOfSignIn(error: MailError, said: string, isToken: boolean): TroubleCause | undefined {
  const isSignIn = error.authenticationFailed === true || error.code === "EAUTH" || [530, 534, 535].includes(error.responseCode ?? 0);
  if (!isSignIn) return undefined;
  // Servers say these in answer to a sign-in too, and the password is right all the same.
  if (isBusy(error, said) || /\b4\.7\.\d|^4\d\d[ -]/.test(said)) return causeOfWords(error, said) ?? "busy";
  return isToken || error.oauthError !== undefined || error.command === "AUTH XOAUTH2" ? "token" : "password";
}

/** Codes are written in capitals: words such as "reason unavailable" mean something else. */
const isBusy = ({ responseCode }: MailError, said: string) =>
  responseCode === 421 || /\b(?:UNAVAILABLE|INUSE|BYE)\b/.test(said) || /too many|simultaneous|try again later/i.test(said);

function causeOfWords(error: MailError, said: string): TroubleCause | undefined {
  if (/OVERQUOTA|\b[45]\.2\.2\b|mailbox (is )?full|quota exceeded \(mailbox/i.test(said)) return "full";
  if (/THROTTLED|\[LIMIT\]|^LIMIT\b|bandwidth|\b[45]\.4\.5\b|sending (quota|limit)|rate limit|limit exceeded/i.test(said)) return "quota";
  if (isBusy(error, said)) return "busy";
  return undefined;
}

function causeOfCode(error: MailError): TroubleCause | undefined {
  const codes = [error.originalCode, error.code, errorCode(error.cause)].filter((code) => code !== undefined);
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  if (
    has(/CERT|ETLS|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO$|UPGRADE|STARTTLS/) ||
    /certificate|STARTTLS|wrong version number/i.test(error.message)
  )
    return "tls";
  if (has(/ENOTFOUND|EAI_|EDNS/)) return "dns";
  if (has(/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/)) return "unreachable";
  if (has(/TIMEOUT|ETIMEDOUT|ECONNRESET|EPIPE|NoConnection|ECONNECTION|ESOCKET|EConnectionClosed|ClosedAfterConnect/i)) return "silent";
  return undefined;
}

const errorCode = (cause: unknown) => (cause instanceof Error && "code" in cause ? String(cause.code) : undefined);
