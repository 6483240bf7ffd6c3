import { KINDS, type FieldKind } from "@kith/filter/kinds";
import type { FieldError } from "../../../kernel/errors.ts";
import { normaliseEmail } from "../../records/index.ts";
import type { FormField } from "../source-store.ts";
import type { ConsentGiven } from "../submission-store.ts";
import type { FoundForm } from "./find-form.ts";
import type { ShownConsent } from "./shown-consent.ts";

/** What a form was sent with. Names with _ in front are ours; the others are the visitor's words. */
export type FormBody = ReadonlyMap<string, string>;

export const MAX_FIELDS = 50;
const MAX_VALUE = 50_000;
const MAX_ADDRESS = 2_000;
const MAX_MARK = 200;
const MARKS = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id"];
const CLICKS = ["gclid", "gbraid", "wbraid", "fbclid", "msclkid", "ttclid", "li_fat_id", "twclid"];
const YES = new Set(["true", "on", "1", "yes"]);

/** PostgreSQL stores no NUL, and half a surrogate pair is no text. */
export const cleanText = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

/** A JSON body as texts: a list is one text with commas, and whatever is no text, number or box is left out. */
export function readJsonBody(body: object): FormBody {
  const texts = Object.entries(body).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.filter(isPlain).join(", ") : isPlain(value) ? String(value) : undefined;
    return text === undefined ? [] : [[name, cleanText(text).slice(0, MAX_VALUE).toWellFormed()] as const];
  });
  return new Map(texts);
}

const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A posted form: a name may be there several times, as boxes of one question are. */
export function readFormBody(body: string): FormBody {
  const pairs = Map.groupBy(new URLSearchParams(body), ([name]) => name);
  const texts = [...pairs].map(([name, given]) => [name, given.map(([, text]) => text).join(", ")] as const);
  return new Map(texts.map(([name, text]) => [name, cleanText(text).slice(0, MAX_VALUE).toWellFormed()]));
}

/** Only the form's own fields: whatever else is in the body was not asked for. */
export function readGiven(fields: FormField[], body: FormBody): Record<string, string> {
  return Object.fromEntries(fields.flatMap(({ key }) => (body.get(key) ? [[key, body.get(key) ?? ""]] : [])));
}

/** A label that asks, such as "How did you find us?", is no subject of a sentence. */
export const missingText = (label: string) => (/[\p{L}\p{N})]$/u.test(label) ? `${label} is required.` : "Answer this question.");

export const CONSENT_TEXT = "Tick the box to agree before you send this.";

/** What the visitor has to change before this can be taken. */
export function findErrors(form: FoundForm, given: Record<string, string>, consent: ConsentGiven | null): FieldError[] {
  const errors = form.fields.flatMap(({ key, kind, label, is_required }): FieldError[] => {
    const text = given[key];
    if (text === undefined) return is_required ? [{ pointer: `/${key}`, message: missingText(label) }] : [];
    const isEmail = KINDS[kind as FieldKind]?.format === "email";
    return isEmail && !normaliseEmail(text) ? [{ pointer: `/${key}`, message: "Not an email address. Try name@example.com." }] : [];
  });
  if (form.is_consent_required && form.consent_text && !consent?.given) errors.push({ pointer: "/consent", message: CONSENT_TEXT });
  return errors;
}

/** The box as it was shown, or as it is now for a form that does not say. Its text and version are ours, whatever the body says. */
export function readConsent(form: FoundForm, body: FormBody, shown: ShownConsent | undefined, now: Date): ConsentGiven | null {
  const { text, version } = shown ?? { text: form.consent_text, version: form.consent_version };
  if (!text) return null;
  return {
    text,
    version,
    given: YES.has((body.get("consent") ?? "").toLowerCase()),
    at: now.toISOString(),
    page: readAddress(body.get("_page")) ?? null,
  };
}

/** Where the visitor came from: the page, and what its address says about the campaign. */
export function readAttribution(body: FormBody, referer: string | undefined): Record<string, string> {
  const page = readAddress(body.get("_page") ?? referer);
  const landing = readAddress(body.get("_landing"));
  const [onPage, onLanding] = [searchOf(page), searchOf(landing)];
  const found: [string, string | undefined][] = [
    ["page", page],
    ["referrer", readAddress(body.get("_referrer"))],
    ["landing", landing],
    ...[...MARKS, ...CLICKS].map((mark): [string, string | undefined] => [
      mark,
      body.get(`_${mark}`) || onPage?.get(mark) || onLanding?.get(mark) || undefined,
    ]),
  ];
  return Object.fromEntries(found.flatMap(([name, text]) => (text ? [[name, cutMark(name, text)]] : [])));
}

const cutMark = (name: string, text: string) =>
  cleanText(text)
    .slice(0, ["page", "referrer", "landing"].includes(name) ? MAX_ADDRESS : MAX_MARK)
    .toWellFormed();

/** Most addresses have no query, and there are many marks to look for. */
const searchOf = (address: string | undefined) => (address?.includes("?") ? new URL(address).searchParams : undefined);

/** Only a web address: it is shown as a link. */
function readAddress(text: string | undefined): string | undefined {
  if (!text || text.length > MAX_ADDRESS || !URL.canParse(text)) return undefined;
  return /^https?:\/\//i.test(text) ? text : undefined;
}
