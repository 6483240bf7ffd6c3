import type { OutputOf } from "@kith/server/contract";
import { wholeText } from "../../ui/formats.ts";
import { dayOf, shortDate, timeOfDay } from "../../ui/time-text.ts";

export type Channel = OutputOf<"channels.get">;
type Tone = "good" | "soon" | "bad" | "neutral";

const NOT_REACHED: Record<string, string> = {
  password: "password refused",
  token: "sign-in expired",
  tls: "not encrypted",
  dns: "server not found",
  unreachable: "server does not answer",
  busy: "server busy",
  quota: "provider’s limit reached",
  full: "mailbox full",
  silent: "server silent",
  secret: "password not readable",
  other: "unexpected answer",
};

/** "14:02" today, otherwise "12 Nov, 14:02". */
export function clockText(at: Date, now: Date, zone: string): string {
  const time = timeOfDay(at, zone);
  return dayOf(at, zone) === dayOf(now, zone) ? time : `${shortDate(at, now, zone)}, ${time}`;
}

/** The state of a channel in one or two words, with its colour. */
export function stateOf(channel: Channel): { tone: Tone; word: string } {
  const { state, kind, last_received_at: received, last_connected_at: connected } = channel;
  if (state === "paused") return { tone: "neutral", word: "Paused" };
  if (state === "needs_sign_in") return { tone: "bad", word: "Stopped" };
  if (state === "failing" || channel.sending) return { tone: "soon", word: "Failing" };
  if (kind === "api") return received ? { tone: "good", word: "Working" } : { tone: "neutral", word: "No message yet" };
  return connected || received ? { tone: "good", word: "Working" } : { tone: "neutral", word: "Connecting" };
}

/** How it is doing, after the word: "password refused, since 08:12", "3 could not be taken". */
export function detailOf(channel: Channel, now: Date, zone: string): string {
  const { state, cause, since, failed, waiting } = channel;
  const from = `since ${clockText(new Date(since), now, zone)}`;
  if (state === "paused") return from;
  if (state !== "ok") return `${NOT_REACHED[cause ?? "other"] ?? "not reached"}, ${from}`;
  if (channel.sending)
    return `sending: ${NOT_REACHED[channel.sending.cause] ?? "not reached"}, since ${clockText(new Date(channel.sending.since), now, zone)}`;
  if (failed.count > 0) return `${countText(failed)} could not be taken`;
  if (waiting.count > 0) return `${countText(waiting)} being taken`;
  return countsText(channel) ?? "";
}

/** "2,310 there, 2,310 here": every email is counted on both sides. */
export function countsText({ there, here }: Pick<Channel, "there" | "here">): string | undefined {
  return there === null || here === null ? undefined : `${wholeText(there)} there, ${wholeText(here)} here`;
}

export const countText = ({ count, is_exact }: { count: number; is_exact: boolean }) =>
  is_exact ? wholeText(count) : `${wholeText(count)} or more`;

/** What becomes of messages while a channel does not work: "Nothing is lost: 6 wait there, 2 here." */
export function waitingText({ there, here, waiting, kind }: Channel): string {
  if (kind === "whatsapp") return "Messages go on arriving. What you send waits, and leaves as soon as it can.";
  const missing = there === null || here === null ? 0 : Math.max(0, there - here);
  const parts = [missing > 0 ? `${wholeText(missing)} wait there` : "", waiting.count > 0 ? `${countText(waiting)} here` : ""].filter(
    Boolean,
  );
  return parts.length > 0 ? `Nothing is lost: ${parts.join(", ")}.` : "Nothing is lost: what arrives waits on the server.";
}

const KINDS = { email: "IMAP and SMTP", whatsapp: "Cloud API", api: "API channel" };

/** The second line of a row: "service@fernhill.example, IMAP and SMTP". */
export const kindText = ({ address, kind }: Channel) => (address ? `${address}, ${KINDS[kind]}` : KINDS[kind]);
