import type { SpamReason } from "../intake/submission.ts";
import type { Proof } from "./tokens.ts";

const HOLD_AT = 5;
const FAST_MS = 2_000;
const HEARD_MS = 2_000;
const LINK = /https?:\/\/|\bwww\.|\[url|<a\s/gi;
const SOME_LINKS = 2;
const MANY_LINKS = 4;

/** What is known about a submission besides its words. */
export interface Suspicion {
  proof: Proof;
  isReused: boolean;
  /** A field that people do not see was filled in. */
  isTrapped: boolean;
  isForeign: boolean;
  /** Since when the form is flooded. */
  floodSince: number | undefined;
  now: number;
}

export interface Verdict {
  score: number;
  reasons: SpamReason[];
  isHeld: boolean;
  /** The work was done: the day's cap does not apply. */
  isProved: boolean;
}

/** Reasons add up; five points hold a submission. Nothing here refuses one: what looks like spam may be a customer. */
export function judge(texts: string[], { proof, isReused, isTrapped, isForeign, floodSince, now }: Suspicion): Verdict {
  const isValid = proof.state === "valid" && !isReused;
  const isProved = isValid && proof.bits > 0;
  // Who began before the flood, or before every node had heard of it, was not asked for work.
  const isOutsideFlood = floodSince === undefined || isProved || (isValid && proof.issuedAt <= floodSince + HEARD_MS);
  const points: [SpamReason, number][] = [
    ["honeypot", isTrapped ? 5 : 0],
    ["fast", proof.state === "valid" && now - proof.issuedAt < FAST_MS ? 3 : 0],
    ["bad_token", proof.state === "forged" || isReused ? 3 : 0],
    ["no_token", proof.state === "absent" ? 1 : 0],
    ["links", linkPoints(texts)],
    ["foreign_origin", isForeign ? 5 : 0],
    ["flood", isOutsideFlood ? 0 : 5],
  ];
  const counted = points.filter(([, score]) => score > 0);
  const score = counted.reduce((sum, [, one]) => sum + one, 0);
  return { score, reasons: counted.map(([reason]) => reason), isHeld: score >= HOLD_AT, isProved };
}

function linkPoints(texts: string[]): number {
  const links = texts.reduce((sum, text) => sum + (text.match(LINK)?.length ?? 0), 0);
  return links >= MANY_LINKS ? 4 : links >= SOME_LINKS ? 2 : 0;
}
