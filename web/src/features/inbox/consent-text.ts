import type { OutputOf } from "@kith/server/contract";

export type Consent = OutputOf<"inbox.lastConsents">["items"][number];

/** What an answer may go to: one address, by the kind of channel that reaches it. */
export interface Reached {
  kind: Consent["kind"];
  address: string;
}

const KINDS: Record<Consent["kind"], string> = { email: "Email", whatsapp: "WhatsApp", api: "Message" };

/** A newer service may have channels that this page does not know. */
export const isKnownKind = (kind: string): kind is Consent["kind"] => Object.hasOwn(KINDS, kind);

const REFUSALS: Record<Exclude<Consent["state"], "granted">, string> = {
  withdrawn: "withdrawn",
  bounced: "comes back",
  complained: "complained",
};

interface ConsentMark {
  text: string;
  tone: "good" | "bad";
  /** "since 14 Sep", or the day on which they refused. */
  when: string;
  /** Whom it is about, and where it comes from. */
  title: string;
}

/**
 * "Email, WhatsApp" for what they agreed to on one day, and "Email withdrawn" for each that they did not. Of each address its last line
 * counts.
 */
export function consentMarks(newest: Consent[], dayText: (at: string) => string): ConsentMark[] {
  const marks = Map.groupBy(newest, ({ kind, state, at }) => `${dayText(at)} ${state === "granted" ? "" : `${kind} ${state}`}`);
  return Array.from(marks.values(), (lines) => markOf(lines, dayText)).toSorted(
    (a, b) => Number(a.tone === "bad") - Number(b.tone === "bad"),
  );
}

function markOf(lines: Consent[], dayText: (at: string) => string): ConsentMark {
  const texts = lines.map(({ kind, state }) => (state === "granted" ? KINDS[kind] : `${KINDS[kind]} ${REFUSALS[state]}`));
  const isGood = lines.every(({ state }) => state === "granted");
  const day = lines[0] ? dayText(lines[0].at) : "";
  return {
    text: [...new Set(texts)].join(", "),
    tone: isGood ? "good" : "bad",
    when: isGood ? `since ${day}` : day,
    title: lines.map(({ address, source, at }) => `${address}: ${source}, ${dayText(at)}`).join("\n"),
  };
}
