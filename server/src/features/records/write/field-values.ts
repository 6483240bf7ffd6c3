import { nearest, nearestBudget, type NearestBudget } from "@kith/filter";
import { KINDS, type KindFacts, type Shape } from "@kith/filter/kinds";
import { cutText } from "../../../platform/cut-text.ts";
import { findOption, type FieldDefinition } from "../../types/index.ts";
import { normaliseEmail, normalisePhone, normaliseUrl } from "./identifiers.ts";
import { readDayValue, readMomentValue, readNumberValue, type Read, type ValueSetting } from "./read-by-format.ts";

export type { Read };

type Reader = (raw: unknown, field: FieldDefinition, setting: ValueSetting, budget: NearestBudget) => Read;

const MAX_TITLE = 500;
const MAX_VALUES = 50;
const MAX_LISTED = 40;
const MAX_SHOWN = 100;

const bad = (fieldError: string, hint?: string): Read => (hint ? { fieldError, hint } : { fieldError });
const isEmpty = (raw: unknown) => raw === null || raw === undefined || raw === "" || (Array.isArray(raw) && raw.length === 0);

/**
 * Parses what a caller gave for a field: the value to store, or an error that says what to send instead. The budget is one for all values
 * of a call.
 */
export function readValue(field: FieldDefinition, raw: unknown, setting: ValueSetting, budget: NearestBudget = nearestBudget()): Read {
  if (isEmpty(raw)) return { value: null };
  return field.isList ? readList(field, raw, setting, budget) : READERS[field.shape](raw, field, setting, budget);
}

function readList(field: FieldDefinition, raw: unknown, setting: ValueSetting, budget: NearestBudget): Read {
  const given: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (given.length > MAX_VALUES) return bad(`At most ${MAX_VALUES} values.`);
  if (!field.isMulti && given.length > 1) return bad(`${field.label} takes one value.`);
  const kept: string[] = [];
  for (const one of given) {
    const result = READERS[field.shape](one, field, setting, budget);
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

function readOption(raw: unknown, field: FieldDefinition, _setting: ValueSetting, budget: NearestBudget): Read {
  const wanted = String(raw);
  const found = findOption(field, wanted);
  if (found) return { value: found.key };
  return notOffered(field, `Not an option: ${JSON.stringify(cutText(wanted, MAX_SHOWN))}.`, wanted, budget);
}

/** Refuses an option that was retired, unless the record has it: what it has stays valid. */
export function refuseRetired(field: FieldDefinition, read: Read, had: () => unknown, budget: NearestBudget): Read {
  if (field.shape !== "option" || "fieldError" in read) return read;
  const retired = [read.value]
    .flat()
    .map((key) => findOption(field, String(key)))
    .filter((one) => one?.retired);
  if (retired.length === 0) return read;
  const before = new Set([had()].flat());
  const gone = retired.find((one) => one && !before.has(one.key));
  return gone ? notOffered(field, `No longer an option: ${JSON.stringify(cutText(gone.label, MAX_SHOWN))}.`, gone.label, budget) : read;
}

function notOffered(field: FieldDefinition, message: string, wanted: string, budget: NearestBudget): Read {
  // The list of options in every error of a large batch would be many times the size of the call.
  if (budget.names <= 0) return bad(message);
  const offered = (field.options ?? []).filter((one) => !one.retired);
  const names = offered.flatMap((one) => [one.key, one.label]);
  const close = new Set(nearest(wanted.trim(), names, budget).map((name) => findOption(field, name)?.key ?? name));
  const meant = close.size > 0 ? `Did you mean ${[...close].join(" or ")}? ` : "";
  const listed = offered.slice(0, MAX_LISTED).map((one) => one.key);
  return bad(message, `${meant}Give one of ${listed.join(", ")}${offered.length > MAX_LISTED ? " and more" : ""}.`);
}

function readReference(raw: unknown): Read {
  const text = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : raw;
  return typeof text === "string" && text.length <= 500 ? { value: text.trim() } : bad("Expected an id, a name or an email.");
}
