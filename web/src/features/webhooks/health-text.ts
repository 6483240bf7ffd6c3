import type { OutputOf } from "@kith/server/contract";
import { wholeText } from "../../ui/formats.ts";
import { dayOf, relative, shortDate, timeOfDay } from "../../ui/time-text.ts";

export type Webhook = OutputOf<"webhooks.get">;
export type Delivery = OutputOf<"webhooks.listDeliveries">["items"][number];
type Attempt = Pick<NonNullable<Delivery["last_attempt"]>, "status" | "error">;

const MINUTE_MS = 60_000;

const ERRORS: Record<string, string> = {
  blocked: "address not allowed",
  unresolved: "name not found",
  refused: "connection refused",
  tls: "certificate not accepted",
  timeout: "no answer in time",
  cut: "connection cut",
  not_http: "not an HTTP answer",
};

/** The usual answers of a receiver that does not accept. */
const STATUSES: Record<string, string> = {
  301: "Moved Permanently",
  302: "Found",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** "no answer in time" for an error's code, "500 Internal Server Error" for a status; a person's name stays as it is. */
const reasonText = (reason: string) => ERRORS[reason] ?? (STATUSES[reason] ? `${reason} ${STATUSES[reason]}` : reason);

/** "500", "connection refused" */
export const attemptText = ({ status, error }: Attempt) => (status === null ? reasonText(error ?? "timeout") : String(status));

/** "500 Internal Server Error", "Connection refused" */
export function attemptTitle({ status, error }: Attempt): string {
  const text = reasonText(status === null ? (error ?? "timeout") : String(status));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "14:02" today, otherwise "12 Nov, 14:02". */
export function clockText(at: Date, now: Date, zone: string): string {
  const time = timeOfDay(at, zone);
  return dayOf(at, zone) === dayOf(now, zone) ? time : `${shortDate(at, now, zone)}, ${time}`;
}

/** "in 3 min"; the page's clock is too slow to count seconds. */
export function untilText(at: Date, now: Date, zone: string): string {
  const left = at.getTime() - now.getTime();
  if (left <= 0) return "now";
  return left < MINUTE_MS * 1.5 ? "within a minute" : relative(at, now, zone);
}

/** Somebody paused it or turned it off, or it was turned off. */
export const isStopped = ({ state }: Pick<Webhook, "state">) => state === "paused" || state === "off";

/** When a message is tried next, or undefined for a webhook that sends nothing. While its endpoint rests, its own time is not kept. */
export function nextTryAt(at: string, webhook: Pick<Webhook, "state" | "next_try_at"> | undefined): Date | undefined {
  if (webhook && isStopped(webhook)) return undefined;
  return new Date(Math.max(Date.parse(at), Date.parse(webhook?.next_try_at ?? at)));
}

/** "1,204", "10,000 or more" */
export const countedText = ({ count, is_exact }: { count: number; is_exact: boolean }) =>
  is_exact ? wholeText(count) : `${wholeText(count)} or more`;

/**
 * "5 messages waiting, 7 newer events". Messages stand in the log below; newer events become messages once it sends again. They are
 * counted without the filter, so with one it may be fewer.
 */
export function waitingText({ waiting, filter }: Pick<Webhook, "waiting" | "filter">): string {
  const { count, is_exact: isExact, messages } = waiting;
  const newer = count - messages;
  const some = isExact ? wholeText(newer) : `${wholeText(newer)} or more`;
  const events = newer === 1 && isExact ? "newer event" : "newer events";
  const parts = [
    messages > 0 || newer === 0 ? `${wholeText(messages)} ${messages === 1 ? "message" : "messages"} waiting` : "",
    newer > 0 ? `${filter && isExact ? "up to " : ""}${some} ${events}${messages > 0 ? "" : " waiting"}` : "",
  ];
  const text = parts.filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "1,204 delivered, 3 failed tries, 42 ms on average" */
export function dayText({ delivered, failed, mean_ms: ms }: Webhook["last_day"]): string {
  const tries = `${wholeText(failed)} failed ${failed === 1 ? "try" : "tries"}`;
  return `${wholeText(delivered)} delivered in 24 h, ${tries}${ms === null ? "" : `, ${wholeText(ms)} ms on average`}`;
}

/** Whether a receiver took the message. */
export const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300;

/** How a webhook is doing, in words: "Down since 14:02: 500. 1,204 waiting. Next try in 3 min." */
export function healthText(webhook: Webhook, now: Date, zone: string): string {
  const { reason, next_try_at: next, last_delivery_at: last, waiting } = webhook;
  const sentences = [stateText(webhook, now, zone, reason)];
  if (waiting.count > 0) sentences.push(`${waitingText(webhook)}.`);
  if (next && new Date(next) > now) sentences.push(`Next try ${untilText(new Date(next), now, zone)}.`);
  else if (webhook.state === "down") sentences.push("Trying now.");
  if (webhook.state === "on") sentences.push(last ? `Last delivery ${relative(new Date(last), now, zone)}.` : "Nothing sent yet.");
  return sentences.filter(Boolean).join(" ");
}

const BEGINNINGS = { on: "", failing: "Failing since", down: "Down since", paused: "Paused since", off: "Off since" };

function stateText({ state, state_since }: Webhook, now: Date, zone: string, reason: string | null): string {
  if (state === "on") return "";
  const since = `${BEGINNINGS[state]} ${clockText(new Date(state_since), now, zone)}`;
  if (!reason) return `${since}.`;
  return reason.startsWith("by ") ? `${since}, ${reason}.` : `${since}: ${reasonText(reason)}.`;
}

const HOURS = 24;
const HOUR_MS = 60 * MINUTE_MS;

/** The last 24 hours, the current one last. Hours without deliveries are empty. */
export function lastDay({ hours }: Webhook["last_day"], now: Date): { delivered: number; failed: number }[] {
  const current = Math.floor(now.getTime() / HOUR_MS);
  const known = new Map(hours.map((one) => [Math.floor(Date.parse(one.hour) / HOUR_MS), one]));
  return Array.from({ length: HOURS }, (_, at) => known.get(current - HOURS + 1 + at) ?? { delivered: 0, failed: 0 });
}
