import { trouble, type Trouble } from "../mail-account/trouble.ts";

/** What the server said about one recipient. */
export interface RefusedRecipient {
  address: string;
  /** Such as 5.1.1, or the three digits where the server gives no more. */
  status: string;
  /** The server's words: text from outside. */
  words: string;
  /** The server asks to come back for this one. */
  isTemporary: boolean;
}

/** What became of a mail. `unknown` is said where nobody can know: it may have left, so it is not sent again by itself. */
export type Outcome =
  | {
      outcome: "sent";
      words: string;
      /** Another Message-ID, where the server says that it gave one. */ messageId: string | null;
      refused: RefusedRecipient[];
    }
  | { outcome: "refused"; words: string; status: string; recipients: RefusedRecipient[] }
  | {
      outcome: "retry";
      words: string;
      afterMs: number;
      trouble: Trouble;
      /** Nothing can be sent from this account now; otherwise this mail alone has to wait. */ isOfAccount: boolean;
    }
  | { outcome: "unknown"; words: string };

/** The fields of nodemailer's errors that decide. */
interface SmtpError extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
  command?: string;
  recipient?: string;
  rejectedErrors?: SmtpError[];
}

const MINUTE_MS = 60_000;
const AFTER_MS: Partial<Record<Trouble["cause"], number>> = {
  quota: 60 * MINUTE_MS,
  full: 60 * MINUTE_MS,
  password: 5 * MINUTE_MS,
  token: 5 * MINUTE_MS,
};
const GREYLISTED_MS = 5 * MINUTE_MS;
const MAX_WORDS = 300;

/**
 * Decides by where it broke. An answer of the server is believed. Without one, nothing has left as long as the last byte was not handed to
 * the connection; afterwards the server may have taken the mail.
 */
export function outcomeOf(
  thrown: unknown,
  { isHanded, isToken, isSignedIn }: { isHanded: boolean; isToken: boolean; isSignedIn: boolean },
): Outcome {
  const error = thrown as SmtpError;
  const { status, words } = answerOf(error);
  if (error.responseCode === undefined && isHanded) return { outcome: "unknown", words: "The server did not answer after the last byte." };
  const found = trouble(error, { isToken });
  // A refused sign-in and a provider's limit say nothing about the mail.
  const isOfAccount = ["password", "token", "quota"].includes(found.cause);
  const isFinal = (error.responseCode ?? 0) >= 500 || isOurs(error);
  if (isFinal && !isOfAccount) return { outcome: "refused", words, status, recipients: refusedRecipients(error.rejectedErrors) };
  const afterMs = AFTER_MS[found.cause] ?? (/\b4\.7\.1\b|grey/i.test(words + status) ? GREYLISTED_MS : MINUTE_MS);
  const said = error.responseCode === undefined ? found.words : words;
  // 421: the server closes the connection, whatever mail it was.
  return { outcome: "retry", words: said, afterMs, trouble: found, isOfAccount: !isSignedIn || isOfAccount || error.responseCode === 421 };
}

/** What nodemailer refuses before it asks the server: an address that is none, a mail larger than the server takes. */
const isOurs = ({ code, responseCode }: SmtpError) => responseCode === undefined && ["EENVELOPE", "EMESSAGE"].includes(code ?? "");

export function refusedRecipients(errors: readonly unknown[] | undefined): RefusedRecipient[] {
  return ((errors ?? []) as SmtpError[]).map((error) => ({
    address: error.recipient ?? "",
    ...answerOf(error),
    isTemporary: (error.responseCode ?? 0) < 500,
  }));
}

function answerOf({ response, responseCode, message }: SmtpError): { status: string; words: string } {
  if (response === undefined || responseCode === undefined) return { status: "", words: clean(message) };
  const [first = ""] = response.split(/\r?\n/);
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(first) ?? [];
  return { status: enhanced ?? String(responseCode), words: serverWords(response) };
}

/** The text of an answer without its numbers. */
export function serverWords(response: string): string {
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s+)?/, ""));
  return clean(lines.join(" "));
}

const clean = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ")
    .trim()
    .slice(0, MAX_WORDS);
