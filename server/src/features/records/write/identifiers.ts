import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { KINDS, type KindFacts } from "@kith/filter/kinds";
import type { FieldDefinition, TypeDefinition } from "../../types/index.ts";
import type { Stored } from "../row.ts";

export interface Identifier {
  kind: NonNullable<KindFacts["identifier"]>;
  value: string;
}

const EMAIL = /^[^\s@<>",;:\\()[\]]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}$/;

export function normaliseEmail(text: string): string | undefined {
  const email = text.trim().normalize("NFC").toLowerCase();
  return email.length <= 254 && EMAIL.test(email) ? email : undefined;
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

const domainOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : undefined);

/** Whether records can be identified by such a field. */
export const isIdentifying = ({ kind }: FieldDefinition) => KINDS[kind].identifier !== undefined;

/** What identifies a record: its normalised emails, phones and domains. */
export function identifiersOf(type: TypeDefinition, values: Record<string, Stored>): Identifier[] {
  const found: Identifier[] = [];
  for (const field of type.fields) {
    const value = values[field.key];
    const { identifier } = KINDS[field.kind];
    if (!identifier || value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      const spelled = identifier === "domain" ? domainOf(String(one)) : String(one);
      if (spelled) found.push({ kind: identifier, value: spelled });
    }
  }
  return [...new Map(found.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

/** The identifiers that a bare reference could be, such as an email or a phone number. */
export function identifierFrom(text: string): Identifier | undefined {
  const email = normaliseEmail(text);
  if (email) return { kind: "email", value: email };
  const phone = normalisePhone(text);
  if (phone) return { kind: "phone", value: phone };
  const url = /^[^\s@]+\.[a-z]{2,}$/i.test(text) ? normaliseUrl(text) : undefined;
  const domain = url ? domainOf(url) : undefined;
  return domain ? { kind: "domain", value: domain } : undefined;
}
