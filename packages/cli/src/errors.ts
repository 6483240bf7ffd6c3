import { KithError } from "@kith/sdk";
import { safeText } from "./safe-text.ts";

/** The command was not typed as it must be. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** There is no key to call with, or none that may be used. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/** Input that is refused before it is sent. */
export class InputError extends Error {
  override readonly name = "InputError";
}

export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  signIn: 3,
  notAllowed: 4,
  notFound: 5,
  refused: 6,
  limits: 7,
  away: 8,
  interrupted: 130,
} as const;

const BY_STATUS: { [status: number]: number } = { 401: EXIT.signIn, 403: EXIT.notAllowed, 404: EXIT.notFound, 429: EXIT.limits };

/** The class of an error, for scripts. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof SignInError) return EXIT.signIn;
  if (error instanceof InputError) return EXIT.refused;
  if (!(error instanceof KithError)) return EXIT.unexpected;
  const isAway = error.status === 0 || error.status >= 500 || error.status === 408 || error.code === "not_kith";
  return isAway ? EXIT.away : (BY_STATUS[error.status] ?? EXIT.refused);
}

/** An error for people: what is wrong, where, and what would be right. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `kith: ${safeText(String(error))}\n`;
  const lines = [`kith: ${safeText(error.message)}`];
  if (error instanceof KithError) {
    for (const { pointer, message, hint, suggestions } of error.errors) {
      const said = message === error.message ? [] : [message];
      const nearest = suggestions && suggestions.length > 0 ? [`Nearest: ${suggestions.join(", ")}`] : [];
      lines.push(`  ${safeText([pointer, ...said, hint, ...nearest].filter(Boolean).join(" · "))}`);
    }
    if (error.status === 401) lines.push("  Make a key under Profile → API & Connectors, and run: kith login");
    if (error.requestId) lines.push(`  Request ${safeText(error.requestId)}`);
  }
  return `${lines.join("\n")}\n`;
}
