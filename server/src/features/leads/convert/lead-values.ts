import { KINDS } from "@kith/filter/kinds";
import { findField, findOption, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import type { Stored, Values } from "../../records/index.ts";

/** Addresses of these say nothing about where somebody works. */
const PRIVATE_MAIL =
  /^(?:(?:gmail|googlemail|outlook|hotmail|live|msn|icloud|me|mac|aol|mail|email|proton|protonmail|pm|hey|fastmail|zoho|qq|163|126|sina|naver|rediffmail|web|freenet|t-online|arcor|posteo|mailbox|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|seznam|wp|o2|interia|onet|bluewin|telenet|ziggo|kpnmail|btinternet|sky|comcast|verizon|att)\.[a-z.]{2,6}|(?:yahoo|ymail|gmx|yandex)\.[a-z.]{2,6}|mail\.ru)$/;

/** The values of a lead that another type has a place for: the field of the same key, or of the same kind for emails and phones. */
export function carriedOver(lead: TypeDefinition, values: Values, target: TypeDefinition): Values {
  const carried: Values = {};
  for (const field of lead.fields) {
    const value = values[field.key] ?? null;
    if (value === null || field.isReadOnly || field.shape === "record" || field.key === lead.stageField) continue;
    const place = placeIn(target, field);
    const fitting = place && fit(place, field, value);
    if (place && fitting !== undefined && carried[place.key] === undefined) carried[place.key] = fitting;
  }
  return carried;
}

function placeIn(target: TypeDefinition, field: FieldDefinition): FieldDefinition | undefined {
  const own = target.fields.find((one) => one.key === field.key);
  const found = own ?? (isReached(field) ? target.fields.find((one) => one.kind === field.kind) : undefined);
  return found && !found.isReadOnly && found.key !== target.stageField ? found : undefined;
}

/** A person is reached there: an email address or a phone number. */
export function isReached({ kind }: FieldDefinition): boolean {
  const { identifier } = KINDS[kind];
  return identifier !== undefined && identifier !== "url";
}

function fit(place: FieldDefinition, field: FieldDefinition, value: Stored): Stored | undefined {
  if (place.kind !== field.kind) return undefined;
  if (place.shape === "option") {
    const options = [value].flat().map((one) => findOption(place, String(one)));
    // A retired one would be refused, and with it the whole conversion.
    const keys = options.flatMap((one) => (one && !one.retired ? one.key : []));
    return keys.length === 0 ? undefined : place.isList ? keys : (keys[0] ?? undefined);
  }
  if (place.isList === field.isList) return place.isList && !place.isMulti ? [value].flat().slice(0, 1).map(String) : value;
  return place.isList ? [String(value)] : [value].flat()[0];
}

/** What an existing record gets: more emails and phones, and values where it has none. What it has stays. */
export function additions(type: TypeDefinition, has: Values, offered: Values): Values {
  const added: Values = {};
  for (const [key, value] of Object.entries(offered)) {
    const field = type.fields.find((one) => one.key === key);
    if (!field || key === "name" || key === "owner") continue;
    const old = has[key] ?? null;
    if (old === null) added[key] = value;
    else if (isReached(field) && field.isMulti && Array.isArray(old) && Array.isArray(value)) {
      const more = value.filter((one) => !old.includes(one));
      if (more.length > 0 && old.length + more.length <= MAX_VALUES) added[key] = [...old, ...more];
    }
  }
  return added;
}

const MAX_VALUES = 50;

/** What the sender wrote as the name of their firm. */
export function firmNamed(lead: TypeDefinition, values: Values): string | undefined {
  const field = ["company", "organization_name", "Organization name", "Company"].map((name) => findField(lead, name)).find(Boolean);
  const value = field?.shape === "text" && !field.isList ? values[field.key] : null;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The domain of the first email of a firm. */
export function firmDomain(lead: TypeDefinition, values: Values): string | undefined {
  const emails = lead.fields
    .filter((field) => KINDS[field.kind].identifier === "email")
    .flatMap((field) => [values[field.key] ?? []].flat());
  const domains = emails.map((email) => String(email).slice(String(email).lastIndexOf("@") + 1));
  return domains.find((domain) => domain !== "" && !PRIVATE_MAIL.test(domain));
}

/** The relation of one type to another that people set: the one with this key, or else the first. */
export function relationTo(type: TypeDefinition, other: TypeDefinition | undefined, key: string): FieldDefinition | undefined {
  if (!other) return undefined;
  const fields = type.fields.filter((field) => field.shape === "record" && !field.isReadOnly && field.relation?.type === other.key);
  return fields.find((field) => field.key === key) ?? fields[0];
}
