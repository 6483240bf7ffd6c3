import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import type { WebhookState } from "../store.ts";

/** How the endpoint of a webhook is doing. */
export interface Health {
  state: WebhookState;
  reason: string | null;
  /** Failed requests in a row. */
  failures: number;
  /** Messages whose first attempt failed since the last success. */
  failedMessages: number;
  firstFailureAt: Date | null;
  /** Tries since it is down. */
  probes: number;
  warnings: number;
  /** Requests at once. */
  parallel: number;
  isSlow: boolean;
  restUntil: Date | null;
  lastDeliveryAt: Date | null;
}

const COUNTED = ["state", "reason", "failures", "failedMessages", "firstFailureAt", "probes", "warnings", "parallel", "isSlow"] as const;
/** As it is stored and read. */
export const HEALTH_FIELDS = [...COUNTED, "restUntil", "lastDeliveryAt"] as const;

/** What a request met. `retryAfter` is the header as the receiver sent it. */
export interface Outcome {
  at: Date;
  ms: number;
  status: number | null;
  error: string | null;
  retryAfter: string | undefined;
  /** The start of what it answered. */
  answer: string | null;
}

const MAX_PARALLEL = 10;
const SLOW_MS = 2 * SECOND_MS;
const DOWN_AFTER = 5;
const PROBE_WAITS_MS = [30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 5 * MINUTE_MS];
const BLOCKED_WAIT_MS = 30 * SECOND_MS;
const PASSED_WAIT_MS = SECOND_MS;
const MAX_RETRY_AFTER_MS = DAY_MS;
const OFF_AFTER_MS = 5 * DAY_MS;
const OFF_AFTER_MESSAGES = 10;
const WARN_AFTER_MS = [HOUR_MS, OFF_AFTER_MS - DAY_MS];
export const OFF_WARNING = 3;
const GONE = 410;

/** Standard Webhooks: ten attempts in 75 hours. */
const RETRY_WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
// With the moment until a worker looks, an attempt is within 20 % of its time.
const JITTER = 0.15;

/** A failed message holds back the later ones of its record until it was tried this often. */
export const HOLDING_ATTEMPTS = 4;

export const isDelivered = ({ status }: Pick<Outcome, "status">) => status !== null && status >= 200 && status < 300;

/** When a message that was tried this often is tried again; null: never. A little earlier or later, so that retries do not come all at once. */
export function nextAttemptAt(attempts: number, now: Date, chance = Math.random()): Date | null {
  const wait = RETRY_WAITS_MS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * (1 - JITTER + 2 * JITTER * chance));
}

/** The times at which a message is tried from now on, if nobody takes it. */
export function scheduleFrom(attempts: number, nextAt: Date): Date[] {
  const times = [nextAt];
  for (const wait of RETRY_WAITS_MS.slice(attempts)) times.push(new Date((times.at(-1) ?? nextAt).getTime() + wait));
  return times;
}

/** Requests end in any order: what a failed one asked for, a wait or to send nothing more, is kept whatever the others met. */
export function afterRequest(health: Health, outcome: Outcome, isFirstAttempt: boolean): Health {
  if (health.state === "off") return isDelivered(outcome) ? { ...health, lastDeliveryAt: outcome.at } : health;
  if (isDelivered(outcome)) {
    return {
      ...health,
      state: "on",
      reason: null,
      failures: 0,
      failedMessages: 0,
      firstFailureAt: null,
      probes: 0,
      warnings: 0,
      restUntil: health.restUntil && health.restUntil > outcome.at ? health.restUntil : null,
      parallel: Math.min(MAX_PARALLEL, health.parallel + 1),
      isSlow: outcome.ms > SLOW_MS,
      lastDeliveryAt: outcome.at,
    };
  }
  const failures = health.failures + 1;
  const failed = {
    ...health,
    failures,
    failedMessages: health.failedMessages + (isFirstAttempt ? 1 : 0),
    firstFailureAt: health.firstFailureAt ?? outcome.at,
    reason: reasonOf(outcome),
    parallel: Math.max(1, Math.floor(health.parallel / 2)),
    isSlow: true,
    restUntil: later(health.restUntil, askedPause(outcome)),
  };
  if (outcome.status === GONE) return { ...failed, state: "off" };
  return { ...failed, state: failures >= DOWN_AFTER ? "down" : "failing" };
}

/** What follows from all requests of a batch: how long to rest, whether to give up, and what to tell the owner. */
export function afterBatch(health: Health, now: Date): { health: Health; warning: 0 | 1 | 2 | 3 } {
  const { firstFailureAt, state } = health;
  const failingMs = firstFailureAt ? now.getTime() - firstFailureAt.getTime() : 0;
  if (state === "off" || (failingMs >= OFF_AFTER_MS && health.failedMessages >= OFF_AFTER_MESSAGES))
    return { health: { ...health, state: "off", restUntil: null, warnings: OFF_WARNING }, warning: OFF_WARNING };
  if (!firstFailureAt) return { health, warning: 0 };
  const warnings = WARN_AFTER_MS.filter((ms) => failingMs >= ms).length;
  const warned = { ...health, warnings: Math.max(health.warnings, warnings) };
  const warning = warnings > health.warnings ? (warnings as 1 | 2) : 0;
  if (state !== "down") return { health: warned, warning };
  const wait = PROBE_WAITS_MS[Math.min(health.probes, PROBE_WAITS_MS.length - 1)] ?? 0;
  return {
    health: { ...warned, probes: health.probes + 1, restUntil: later(health.restUntil, new Date(now.getTime() + wait)) },
    warning,
  };
}

interface Untouched {
  isBlocked: boolean;
  hasPassed: boolean;
}

/**
 * For an endpoint that is down, when nothing could be sent to it. It is looked at again, but not at once: an endpoint that is down must not
 * keep the worker busy. Once the log holds nothing more, the next event or attempt wakes it.
 */
export function afterNothingSent(health: Health, { isBlocked, hasPassed }: Untouched, now: Date): Health {
  const wait = isBlocked ? BLOCKED_WAIT_MS : hasPassed ? PASSED_WAIT_MS : 0;
  return wait === 0 ? health : { ...health, restUntil: later(health.restUntil, new Date(now.getTime() + wait)) };
}

const later = (one: Date | null, other: Date | null) => (one && (!other || one > other) ? one : other);

/** A number of seconds or a date, as HTTP has it; at most a day. */
function askedPause({ retryAfter, at }: Outcome): Date | null {
  if (retryAfter === undefined) return null;
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - at.getTime();
  return ms > 0 ? new Date(at.getTime() + Math.min(ms, MAX_RETRY_AFTER_MS)) : null;
}

function reasonOf({ status, error }: Outcome): string {
  if (status === GONE) return "410 Gone";
  return status === null ? (error ?? "no answer") : String(status);
}
