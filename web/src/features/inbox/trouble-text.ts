import type { OutputOf } from "@kith/server/contract";

export type Channel = OutputOf<"channels.list">["items"][number];
type Sending = Pick<Channel, "state" | "sending">;
type Troubled = Sending & Pick<Channel, "name" | "words" | "remedy" | "can_change">;

/** A mailbox may be read and still not be able to send. */
export const isTroubled = ({ state, sending }: Sending) => state !== "ok" || sending !== null;

/** Only a new password helps. Any other trouble with sending is tried again by itself. */
const isSendingRefused = ({ sending }: Sending) => sending?.cause === "password" || sending?.cause === "token";

/** Nothing leaves through it before somebody did something. One that only fails is tried again by itself. */
export const isStopped = (channel: Sending | undefined) =>
  channel !== undefined && (channel.state === "paused" || channel.state === "needs_sign_in" || isSendingRefused(channel));

/** What is wrong, what becomes of the answer, and what to do about it. */
export function troubleText(channel: Troubled): string {
  const { name, state, can_change: canChange } = channel;
  const ask = canChange ? "" : " Ask an Admin.";
  if (state === "paused") return `“${name}” is paused: nothing is sent or received. What you write is kept.${ask}`;
  const { words, remedy } = causeOf(channel);
  if (!isStopped(channel)) return `“${name}” has trouble. ${words} It is tried again by itself; what you send leaves then.`;
  return `“${name}” sends nothing. ${words} What you write is kept.${canChange && remedy ? ` ${remedy}` : ask}`;
}

/** Of two troubles, the one that a person has to mend. */
function causeOf(channel: Troubled): { words: string; remedy: string | null } {
  const { state, sending, words, remedy } = channel;
  if (sending && (state === "ok" || (state === "failing" && isSendingRefused(channel)))) return sending;
  return { words: words ?? "It does not work.", remedy };
}

/** Beside its name in a list of channels, before one is chosen. */
export function troubleLabel(channel: Sending): string | undefined {
  if (channel.state === "paused") return "paused";
  return isStopped(channel) ? "sends nothing" : undefined;
}
