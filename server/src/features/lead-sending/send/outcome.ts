import { hideSecrets } from "../../../platform/outbound/hide-secrets.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import type { OutboundAnswer } from "../../../platform/outbound/outbound.ts";
import { judge } from "../destinations/judge.ts";
import type { Accept } from "../destinations/store.ts";

/** One try, as the log has it. */
export interface Attempt {
  at: string;
  ms: number | null;
  status: number | null;
  error: string | null;
  /** The start of what it answered. */
  answer: string | null;
}

/** What a try came to. `busy`: the receiver asks to come again. `unknown`: it may have arrived. */
export interface Outcome {
  state: "accepted" | "refused" | "timeout" | "unknown" | "busy";
  reason: string | null;
  /** It did not work, as opposed to a receiver that says no. */
  isFailure: boolean;
  retryAfterMs?: number;
  attempt: Attempt;
}

export const DIED = "died";
const MAX_ANSWER = 1_024;
const BUSY = new Set([429, 503]);
const BUSY_WAITS_MS = [5 * SECOND_MS, 15 * SECOND_MS, 40 * SECOND_MS];
const BUSY_FOR_MS = 2 * MINUTE_MS;
const UNKNOWN_TRIES = 2;
const UNKNOWN_WAIT_MS = SECOND_MS;

const WORDS: Record<string, string> = {
  blocked: "Its address is not allowed",
  unresolved: "Its name does not resolve",
  refused: "It refused the connection",
  tls: "Its certificate is not valid",
  timeout: "No answer in time",
  cut: "The connection was cut",
  not_http: "It did not answer with HTTP",
};

/** What an answer over HTTP means. Without an answer the request may have arrived, unless there was no connection at all. */
export function outcomeOf(accept: Accept, at: Date, answer: OutboundAnswer, secrets: readonly string[] = []): Outcome {
  if ("error" in answer) {
    const attempt = { at: at.toISOString(), ms: answer.ms, status: null, error: answer.error, answer: null };
    const reason = WORDS[answer.error] ?? "No answer";
    if (answer.error === "timeout") return { state: "timeout", reason, isFailure: true, attempt };
    const mayHaveArrived = answer.error === "cut" || answer.error === "not_http";
    return { state: mayHaveArrived ? "unknown" : "refused", reason, isFailure: true, attempt };
  }
  const { status, ms, retryAfter } = answer;
  // JSON in PostgreSQL cannot hold a NUL.
  const text = answer.answer.toString().replaceAll("\0", "\u{fffd}");
  const attempt = { at: at.toISOString(), ms, status, error: null, answer: hideSecrets(text.slice(0, MAX_ANSWER), secrets).toWellFormed() };
  if (BUSY.has(status) && !accept.statuses.includes(status)) {
    const wait = askedWait(retryAfter, at);
    return { state: "busy", reason: `Status ${status}`, isFailure: true, attempt, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  }
  return { ...judge(accept, status, text), isFailure: status >= 500, attempt };
}

/** Where no request was made, or it had no answer of its own. */
export const plainOutcome = (state: Outcome["state"], reason: string | null, at: Date, error: string | null = null): Outcome => ({
  state,
  reason,
  isFailure: state !== "accepted",
  attempt: { at: at.toISOString(), ms: null, status: null, error, answer: null },
});

interface Step {
  state: "reserved" | "accepted" | "refused" | "timeout" | "unknown";
  nextAt: Date | null;
}

/** What follows for a delivery that was tried before (`attempts`) and now met this. */
export function stepAfter(attempts: readonly Attempt[], { state, retryAfterMs, attempt }: Outcome, now: Date): Step {
  if (state === "unknown") {
    const isLast = attempts.filter(isUnknown).length + 1 >= UNKNOWN_TRIES;
    return { state, nextAt: isLast ? null : new Date(now.getTime() + UNKNOWN_WAIT_MS) };
  }
  if (state !== "busy") return { state, nextAt: null };
  const wait = retryAfterMs ?? BUSY_WAITS_MS[attempts.length];
  const nextAt = new Date(now.getTime() + (wait ?? 0));
  const firstAt = Date.parse(attempts[0]?.at ?? attempt.at);
  const isOver = wait === undefined || attempts.length >= BUSY_WAITS_MS.length || nextAt.getTime() > firstAt + BUSY_FOR_MS;
  return isOver ? { state: "refused", nextAt: null } : { state: "reserved", nextAt };
}

const isUnknown = ({ error }: Attempt) => error === DIED || error === "cut" || error === "not_http";

/** A number of seconds or a date, as HTTP has it. */
function askedWait(retryAfter: string | undefined, at: Date): number | undefined {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - at.getTime();
  return ms >= 0 ? Math.max(ms, SECOND_MS) : undefined;
}
