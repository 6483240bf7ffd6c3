import { nearest } from "@kith/filter";
import { KINDS, type KindFacts, type Shape } from "@kith/filter/kinds";
import type { FieldDefinition } from "../../types/index.ts";
import type { Stored } from "../row.ts";
import { normaliseEmail, normalisePhone, normaliseUrl } from "./identifiers.ts";
import { readDayValue, readMomentValue, readNumberValue, type ValueSetting } from "./read-by-format.ts";

export type Read = { value: Stored } | { fieldError: string; hint?: string };

type Reader = (raw: unknown, field: FieldDefinition, setting: ValueSetting) => Read;

const MAX_TITLE = 500;
const MAX_VALUES = 50;

const bad = (fieldError: string, hint?: string): Read => (hint ? { fieldError, hint } : { fieldError });
const isEmpty = (raw: unknown) => raw === null || raw === undefined || raw === "" || (Array.isArray(raw) && raw.length === 0);

/** Parses what a caller gave for a field: the value to store, or an error that says what to send instead. */
export function readValue(field: FieldDefinition, raw: unknown, setting: ValueSetting): Read {
  if (isEmpty(raw)) return { value: null };
  return field.isList ? readList(field, raw, setting) : READERS[field.shape](raw, field, setting);
}

function readList(field: FieldDefinition, raw: unknown, setting: ValueSetting): Read {
  const given: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (given.length > MAX_VALUES) return bad(`At most ${MAX_VALUES} values.`);
  if (!field.isMulti && given.length > 1) return bad(`${field.label} holds one value.`);
  const kept: string[] = [];
  for (const one of given) {
    const result = READERS[field.shape](one, field, setting);
    if ("fieldError" in result) return result;
    if (typeof result.value === "string" && !kept.includes(result.value)) kept.push(result.value);
  }
  return { value: kept };
}

/** One value of each shape. */
const READERS: Record<Shape, Reader> = {
  text(raw, field) {
    const { format, maxLength = Infinity } = KINDS[field.kind];
    if (format) return FORMATS[format](raw);
    if (typeof raw !== "string" && typeof raw !== "number") return bad("Expected text.");
    const text = String(raw);
    const limit = field.place.kind === "column" ? MAX_TITLE : maxLength;
    return text.length > limit ? bad(`The text is longer than ${limit} characters.`) : { value: text };
  },
  number: readNumberValue,
  boolean(raw) {
    if (typeof raw === "boolean") return { value: raw };
    const word = String(raw).toLowerCase();
    if (["true", "yes", "1"].includes(word)) return { value: true };
    if (["false", "no", "0"].includes(word)) return { value: false };
    return bad("Expected true or false.");
  },
  day: readDayValue,
  moment: readMomentValue,
  option: readOption,
  // References are resolved later, all at once; here only their shape is checked.
  person: readReference,
  record: readReference,
};

const FORMATS: Record<NonNullable<KindFacts["format"]>, (raw: unknown) => Read> = {
  email(raw) {
    const email = typeof raw === "string" ? normaliseEmail(raw) : undefined;
    return email ? { value: email } : bad("Expected an email address such as anneke@aldermoor.example.");
  },
  phone(raw) {
    const phone = typeof raw === "string" ? normalisePhone(raw) : undefined;
    if (phone) return { value: phone };
    const isLocal = typeof raw === "string" && /^[^+]*\d/.test(raw);
    const hint = "Write a plus, the code of the country and the number, such as +49 30 901820.";
    return bad(`${JSON.stringify(raw)} ${isLocal ? "does not say its country" : "is not a phone number"}.`, hint);
  },
  url(raw) {
    const url = typeof raw === "string" ? normaliseUrl(raw) : undefined;
    return url ? { value: url } : bad("Expected a web address such as fernhill.example.");
  },
};

function readOption(raw: unknown, field: FieldDefinition): Read {
  const wanted = String(raw).trim().toLowerCase();
  const options = field.options ?? [];
  const found = options.find((one) => one.key === wanted) ?? options.find((one) => one.label.toLowerCase() === wanted);
  if (found) return { value: found.key };
  const offered = options.filter((one) => !one.retired);
  const close = nearest(
    wanted,
    offered.flatMap((one) => [one.key, one.label]),
  ).map((name) => offered.find((one) => one.key === name || one.label === name)?.key ?? name);
  const meant = close.length > 0 ? `Did you mean ${[...new Set(close)].join(" or ")}? ` : "";
  return bad(`${field.label} has no option ${JSON.stringify(raw)}.`, `${meant}Give one of ${offered.map((one) => one.key).join(", ")}.`);
}

function readReference(raw: unknown): Read {
  const text = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : raw;
  return typeof text === "string" && text.length <= 500 ? { value: text.trim() } : bad("Expected an id, a name or an email.");
}
