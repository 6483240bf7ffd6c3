import type { OutputOf } from "@kith/server/contract";

export type Consent = OutputOf<"inbox.listConsents">["items"][number];

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
  /** Whom it is about, and where it comes from. */
  title: string;
}

/** "Email, WhatsApp" for what they agreed to, and "Email withdrawn" for each that they did not. Of each address its last line counts. */
export function consentMarks(newest: Consent[], dayText: (at: string) => string): ConsentMark[] {
  const titleOf = ({ address, source, at }: Consent) => `${address}: ${source}, ${dayText(at)}`;
  const granted = newest.filter(({ state }) => state === "granted");
  const refused = newest.flatMap((one) => (one.state === "granted" ? [] : { text: `${KINDS[one.kind]} ${REFUSALS[one.state]}`, one }));
  const agreed = [...new Set(granted.map(({ kind }) => KINDS[kind]))].join(", ");
  return [
    ...(granted.length > 0 ? [{ text: agreed, tone: "good" as const, title: granted.map(titleOf).join("\n") }] : []),
    ...Array.from(
      Map.groupBy(refused, ({ text }) => text),
      ([text, found]) => ({ text, tone: "bad" as const, title: found.map(({ one }) => titleOf(one)).join("\n") }),
    ),
  ];
}
