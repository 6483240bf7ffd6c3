import { nearest } from "@kith/filter";
import type { FieldDefinition } from "../types/index.ts";
import type { Stored } from "./stored.ts";
import { normaliseEmail, normalisePhone, normaliseUrl } from "./identifiers.ts";

export type Read = { value: Stored } | { complaint: string; hint?: string };

type Reader = (raw: unknown, field: FieldDefinition) => Read;

const TITLE_MOST = 500;
const TEXT_MOST = 2_000;
const LONG_TEXT_MOST = 50_000;
const SEVERAL_MOST = 50;

const bad = (complaint: string, hint?: string): Read => (hint ? { complaint, hint } : { complaint });
const isEmpty = (raw: unknown) => raw === null || raw === undefined || raw === "" || (Array.isArray(raw) && raw.length === 0);

/** Reads what a caller gave for a field: the value to keep, or what is wrong with it and what to give instead. */
export function readValue(field: FieldDefinition, raw: unknown): Read {
  if (isEmpty(raw)) return { value: null };
  return READERS[field.kind](raw, field);
}

const textOf =
  (most: number): Reader =>
  (raw, field) => {
    if (typeof raw !== "string" && typeof raw !== "number") return bad("Expected text.");
    const text = String(raw);
    const limit = field.place.kind === "column" ? TITLE_MOST : most;
    return text.length > limit ? bad(`The text is longer than ${limit} characters.`) : { value: text };
  };

function option(raw: unknown, field: FieldDefinition): Read {
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

const several =
  (read: (raw: unknown, field: FieldDefinition) => Read): Reader =>
  (raw, field) => {
    const given = Array.isArray(raw) ? raw : [raw];
    if (given.length > SEVERAL_MOST) return bad(`At most ${SEVERAL_MOST} values.`);
    if (!field.isMulti && given.length > 1) return bad(`${field.label} holds one value.`);
    const kept: string[] = [];
    for (const one of given) {
      const result = read(one, field);
      if ("complaint" in result) return result;
      if (typeof result.value === "string" && !kept.includes(result.value)) kept.push(result.value);
    }
    return { value: kept };
  };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/;
const DIGITS_MOST = 15; // what a filter compares alike in PostgreSQL and in memory

const READERS: Record<FieldDefinition["kind"], Reader> = {
  text: textOf(TEXT_MOST),
  long_text: textOf(LONG_TEXT_MOST),
  url(raw) {
    const url = typeof raw === "string" ? normaliseUrl(raw) : undefined;
    return url ? { value: url } : bad("Expected a web address such as fernhill.example.");
  },
  number(raw) {
    const number = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
    return typeof number === "number" && Number.isFinite(number) ? { value: number } : bad("Expected a number.");
  },
  money(raw) {
    const text = typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw.replaceAll(/[\s,_]/g, "") : "";
    const decimal = DECIMAL.test(text) ? tidyDecimal(text) : undefined;
    const digits = decimal?.replaceAll(/\D/g, "").replace(/^0+/, "").length ?? 0;
    if (digits > DIGITS_MOST) return bad(`An amount has at most ${DIGITS_MOST} digits.`);
    return decimal === undefined ? bad("Expected an amount such as 48000 or 48000.50.") : { value: decimal };
  },
  boolean(raw) {
    if (typeof raw === "boolean") return { value: raw };
    const word = String(raw).toLowerCase();
    if (["true", "yes", "1"].includes(word)) return { value: true };
    if (["false", "no", "0"].includes(word)) return { value: false };
    return bad("Expected true or false.");
  },
  date(raw) {
    const day = typeof raw === "string" ? raw.slice(0, 10) : "";
    const isReal = DAY.test(day) && day >= "0001" && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
    return isReal ? { value: day } : bad("Expected a day such as 2026-11-20.");
  },
  datetime(raw) {
    const moment = typeof raw === "string" && /^\d{4}-\d{2}-\d{2}/.test(raw) ? new Date(raw) : undefined;
    const iso = moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : "";
    // PostgreSQL has no year 0; before it and after 9999 a sign comes first, which orders before every digit.
    return iso >= "0001" ? { value: iso } : bad("Expected a time such as 2026-11-20T09:30:00Z.");
  },
  select: option,
  stage: option,
  multi_select: several(option),
  email: several((raw) => {
    const email = typeof raw === "string" ? normaliseEmail(raw) : undefined;
    return email ? { value: email } : bad("Expected an email address such as anneke@aldermoor.example.");
  }),
  phone: several((raw) => {
    const phone = typeof raw === "string" ? normalisePhone(raw) : undefined;
    if (phone) return { value: phone };
    const isLocal = typeof raw === "string" && /^[^+]*\d/.test(raw);
    const hint = "Write a plus, the code of the country and the number, such as +49 30 901820.";
    return bad(`${JSON.stringify(raw)} ${isLocal ? "does not say its country" : "is not a phone number"}.`, hint);
  }),
  // References are resolved later, all at once; here only their shape is checked.
  user: reference,
  relation: several(reference),
};

function reference(raw: unknown): Read {
  const text = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : raw;
  return typeof text === "string" && text.length <= 500 ? { value: text.trim() } : bad("Expected an id, a name or an email.");
}

function tidyDecimal(text: string): string {
  const [whole = "0", part = ""] = text.split(".");
  const sign = whole.startsWith("-") ? "-" : "";
  const digits = whole.replace("-", "").replace(/^0+(?=\d)/, "");
  const decimals = part.replace(/0+$/, "");
  return `${sign}${digits}${decimals ? `.${decimals}` : ""}`;
}
