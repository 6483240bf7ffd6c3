/** How to sign in to a mail server. Clear text is not among the choices: a password never travels without TLS. */
export interface MailAccount {
  host: string;
  port: number;
  /** `tls` from the first byte (993, 465), `starttls` after a greeting (143, 587). */
  security: "tls" | "starttls";
  user: string;
  password?: string;
  /** Of OAuth, in place of a password. */
  accessToken?: string;
}

/** Receives what was said on a connection, line by line, without credentials and without mail. */
export type LineLog = (line: string) => void;

const MAX_LINE = 200;

/** Makes a line of a connection safe to keep: one line, short, without the credentials of the account. */
export function cleanLine(text: string, { user, password, accessToken }: MailAccount): string {
  let line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  for (const secret of [password, accessToken, user]) if (secret) line = line.replaceAll(secret, "…");
  return line.trim().slice(0, MAX_LINE);
}
