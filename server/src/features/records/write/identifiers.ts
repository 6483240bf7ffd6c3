import { domainToASCII, domainToUnicode } from "node:url";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { fold } from "@kith/filter";
import { KINDS } from "@kith/filter/kinds";
import type { FieldDefinition, TypeDefinition } from "../../types/index.ts";
import type { Stored } from "../row.ts";

/** `external_id` is a value of a unique field. */
export interface Identifier {
  kind: "email" | "phone" | "domain" | "url" | "external_id";
  value: string;
}

export const nameOf = ({ kind, value }: Pick<Identifier, "kind" | "value">) => `${kind} ${value}`;

const EMAIL = /^[^\s@<>",;:\\()[\]]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export function normaliseEmail(text: string): string | undefined {
  const email = text.trim().normalize("NFC").toLowerCase();
  if (email.length > 254) return undefined;
  const at = email.lastIndexOf("@") + 1;
  const [name, domain] = [email.slice(0, at), email.slice(at)];
  if (!/xn--|[^\0-\x7f]/.test(domain)) return EMAIL.test(email) ? email : undefined;
  // müller.example and xn--mller-kva.example are one domain. It is kept as people read it.
  const ascii = domainToASCII(domain);
  return EMAIL.test(name + ascii) ? name + domainToUnicode(ascii) : undefined;
}

/** E.164. A number without country code is refused: the same number may exist in another country. */
export function normalisePhone(text: string): string | undefined {
  const spelled = text.trim().replace(/^00/, "+");
  const number = spelled.startsWith("+") ? parsePhoneNumberFromString(spelled) : undefined;
  return number?.isPossible() ? number.number : undefined;
}

export function normaliseUrl(text: string): string | undefined {
  const given = text.trim();
  const spelled = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(spelled)) return undefined;
  const url = new URL(spelled);
  return /^https?:$/.test(url.protocol) && url.hostname.includes(".") ? url.href.replace(/\/$/, "") : undefined;
}

/** What an index can hold. A longer address identifies nothing; a longer unique value is refused. */
export const MAX_KEY = 500;

const domainOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : undefined);

/** One spelling of a whole address: http or https, with or without www, are the same page. The migration 0027 has the same in SQL. */
const addressOf = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/?(?:#.*)?$/, "");

/** Whether records can be matched by such a field. */
export const isIdentifying = ({ kind, isUnique }: FieldDefinition) => isUnique || KINDS[kind].identifier !== undefined;

/** The spelling in which values of an identifying field are compared. */
export function keyIn(field: FieldDefinition, value: string): string | undefined {
  if (field.isUnique) return fold(value.trim());
  if (KINDS[field.kind].identifier !== "url") return value;
  const key = field.isDomain ? domainOf(value) : addressOf(value);
  return key && key.length <= MAX_KEY ? key : undefined;
}

/** A unique field comes before what its kind says: it finds one record at most. */
export function identifierBy(field: FieldDefinition, key: string): Identifier {
  if (field.isUnique) return { kind: "external_id", value: `${field.key}:${key}` };
  const { identifier } = KINDS[field.kind];
  if (identifier !== "url") return { kind: identifier ?? "external_id", value: key };
  return { kind: field.isDomain ? "domain" : "url", value: key };
}

/** What identifies a record: its normalised emails, phones, addresses and unique values. */
export function identifiersOf(type: TypeDefinition, values: Record<string, Stored>): Identifier[] {
  const found = type.fields.flatMap((field) => identifiersIn(field, values[field.key] ?? null));
  return [...new Map(found.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

/** A unique email is an identifier twice: its own field finds it, and so does every reference by email. */
export function identifiersIn(field: FieldDefinition, value: Stored): Identifier[] {
  if (value === null || !isIdentifying(field)) return [];
  const ways = field.isUnique && KINDS[field.kind].identifier ? [field, { ...field, isUnique: false }] : [field];
  return [value].flat().flatMap((one) =>
    ways.flatMap((way) => {
      const key = keyIn(way, String(one));
      return key ? identifierBy(way, key) : [];
    }),
  );
}

/** The identifiers that a bare reference could be, such as an email or a phone number. */
export function identifierFrom(text: string): Identifier | undefined {
  const email = normaliseEmail(text);
  if (email) return { kind: "email", value: email };
  const phone = normalisePhone(text);
  if (phone) return { kind: "phone", value: phone };
  const url = /^[^\s@]+\.[a-z]{2,}(\/\S*)?$/i.test(text) ? normaliseUrl(text) : undefined;
  if (!url) return undefined;
  const address = addressOf(url);
  const domain = domainOf(url);
  return domain === address ? { kind: "domain", value: domain } : { kind: "url", value: address };
}
