import { MINUTE_MS, type Clock } from "../../../kernel/clock.ts";
import { invalid, tooMany } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { showId } from "../../../platform/ids.ts";
import { createLimiter } from "../../../platform/limiter.ts";
import { placeOf } from "../../../platform/place.ts";
import { newId } from "../../../platform/random.ts";
import { noteFlood } from "../intake-operations.ts";
import { createFloods } from "../spam/floods.ts";
import { judge } from "../spam/judge.ts";
import { createTokens, createUsedTokens } from "../spam/tokens.ts";
import { createFindForm, type FoundForm } from "./find-form.ts";
import { cleanText, findErrors, readAttribution, readConsent, readGiven, type FormBody } from "./read-body.ts";
import { createConsentSeals } from "./shown-consent.ts";
import type { NewSubmission } from "./submission.ts";
import { createTellHeld } from "./tell-held.ts";
import { createWriteDown } from "./write-down.ts";

const PER_MINUTE = 10;
/** With work done: an office whose people share one address, while it is busy. */
const PROVED_PER_MINUTE = 60;
const TOKENS_PER_MINUTE = 60;
const UNKNOWN_PER_MINUTE = 60;
const WORK_BITS = 16;
const MAX_DEDUPE = 100;
const MAX_IP = 60;
const MAX_AGENT = 300;

/** What the request says about its sender. */
export interface Sender {
  ip: string;
  origin: string | undefined;
  referer: string | undefined;
  userAgent: string | undefined;
}

interface IntakeNeeds {
  look(id: Buffer): Promise<FoundForm | undefined>;
  execute: Execute;
  clock: Clock;
  secret: string;
  otherSecret?: string | undefined;
  baseUrl: string;
  afterwards(work: () => Promise<unknown>): void;
}

export type Intake = ReturnType<typeof createIntake>;

/** Takes what visitors send: limits, verdict, and written down before it is answered. */
export function createIntake({ look, execute, clock, secret, otherSecret, baseUrl, afterwards }: IntakeNeeds) {
  const [tokens, used] = [createTokens(secret, clock, otherSecret), createUsedTokens()];
  const seals = createConsentSeals(secret, otherSecret);
  const senders = createLimiter(clock, PER_MINUTE, MINUTE_MS);
  const provedSenders = createLimiter(clock, PROVED_PER_MINUTE, MINUTE_MS);
  const tokenTakers = createLimiter(clock, TOKENS_PER_MINUTE, MINUTE_MS);
  const strangers = createLimiter(clock, UNKNOWN_PER_MINUTE, MINUTE_MS);
  const findForm = createFindForm(look);
  const ourOrigin = new URL(baseUrl).origin;
  const heldNotices = createTellHeld(execute, afterwards);
  const floods = createFloods(clock, (companyId, source) =>
    afterwards(() => asSystem(execute, companyId)(noteFlood, { source: showId("src", source) })),
  );
  const writeDown = createWriteDown(execute, (companyId, { held, full }) => {
    heldNotices.add(companyId, held);
    full.forEach((source) => floods.begin(companyId, source));
  });

  /** Whoever tries out one unknown address after the other is slowed down. */
  async function find(publicId: string, ip: string): Promise<FoundForm | undefined> {
    const place = placeOf(ip);
    allow(strangers.look(place));
    const form = await findForm(publicId);
    if (!form) strangers.take(place);
    return form;
  }

  function limit(form: FoundForm, ip: string, isProved: boolean): void {
    const who = `${placeOf(ip)} ${form.public_id}`;
    const [plain, proved] = [senders.take(who), provedSenders.take(who)];
    if (!plain.isAllowed) allow(isProved ? proved : plain);
  }

  /** The submission that a body is. Throws what the visitor has to change. */
  function read(form: FoundForm, body: FormBody, sender: Sender): NewSubmission {
    const now = clock.now();
    const id = newId();
    const dedupeKey = (body.get("_id") ?? "").slice(0, MAX_DEDUPE).toWellFormed() || id;
    const proof = tokens.check(form.public_id, body.get("_token") ?? "", body.get("_work") ?? "");
    const isReused = proof.state === "valid" && used.isUsed(proof.nonce, dedupeKey);
    limit(form, sender.ip, proof.bits > 0 && !isReused);
    const given = readGiven(form.fields, body);
    const consent = readConsent(form, body, seals.open(form.public_id, body.get("_consent") ?? ""), now);
    const errors = findErrors(form, given, consent);
    if (errors.length > 0) throw invalid(errors);
    const verdict = judge(Object.values(given), {
      proof,
      isReused,
      isTrapped: (body.get("_website") ?? "") !== "",
      isForeign: isForeign(form, sender.origin, ourOrigin),
      floodSince: floods.since(form),
      now: now.getTime(),
    });
    if (!verdict.isProved) floods.count(form);
    return {
      id,
      source_id: form.id,
      dedupe_key: dedupeKey,
      received_at: now.toISOString(),
      given,
      attribution: readAttribution(body, sender.referer),
      consent,
      score: verdict.score,
      reasons: verdict.reasons,
      is_held: verdict.isHeld,
      is_proved: verdict.isProved,
      day_cap: form.day_cap,
      ip: sender.ip.slice(0, MAX_IP),
      user_agent: sender.userAgent ? cleanText(sender.userAgent).slice(0, MAX_AGENT) : null,
    };
  }

  return {
    /** The published form at an address. */
    find,

    /** Refuses early, before a body is read, whoever is far beyond every limit. */
    checkSender(publicId: string, ip: string): void {
      allow(provedSenders.look(`${placeOf(ip)} ${publicId}`));
    },

    /** Resolves once the submission is stored. New, known, held or sent before: the answer is the same. */
    async receive(form: FoundForm, body: FormBody, sender: Sender): Promise<void> {
      await writeDown(form.company_id, read(form, body, sender));
    },

    /** A token for a visitor who begins to write. */
    issueToken(form: FoundForm, ip: string) {
      allow(tokenTakers.take(`${placeOf(ip)} ${form.public_id}`));
      const bits = floods.since(form) === undefined ? 0 : WORK_BITS;
      return { token: tokens.issue(form.public_id, bits), bits };
    },

    /** The words beside the box, for the form to carry. */
    sealConsent: seals.seal,

    /** Before the process ends. */
    flush: heldNotices.flush,
  };
}

function allow({ isAllowed, resetSeconds }: { isAllowed: boolean; resetSeconds: number }): void {
  if (!isAllowed) throw tooMany("This was sent too often from here. Wait a moment, then try again.", resetSeconds);
}

/** A browser says from which site it sends. One that keeps it to itself says "null". */
const isForeign = (form: FoundForm, origin: string | undefined, ourOrigin: string) =>
  form.origins.length > 0 && origin !== undefined && origin !== "null" && origin !== ourOrigin && !form.origins.includes(origin);
