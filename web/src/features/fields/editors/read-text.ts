import { isList, type KindFacts, KINDS } from "@kith/filter/kinds";
import { type Money, readMoney, readNumber } from "@kith/filter/values";
import { formats, numberText } from "../../../ui/formats.ts";
import type { Field } from "../../types/index.ts";
import { isForeign } from "../money-text.ts";
import { listOf } from "../record.ts";

/** What was typed, as a value; or what is wrong with it, in a sentence that says the fix. */
export type Typed = { value: unknown } | { fieldError: string };

/** What stands in the field when editing begins. */
export function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (isForeign(value)) return `${numberText(value.amount)} ${value.currency}`;
  if (KINDS[field.type].shape === "number") return numberText(String(value));
  return listOf(value).join(", ");
}

export function readText(field: Field, text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === "") return field.is_required ? { fieldError: `${field.label} is required.` } : { value: field.is_multi ? [] : null };
  const facts = KINDS[field.type];
  if (facts.shape === "number") return readFigure(facts, trimmed);
  if (isList(facts)) return readSeveral(field, facts, trimmed);
  return { value: facts.isLong ? text : trimmed };
}

/** "48,000.50", "€48k", "1.234,50 EUR": as the company writes numbers. What has two readings is refused with both. */
function readFigure({ isExact, bounds }: KindFacts, text: string): Typed {
  const read = isExact ? readMoney(text, formats()) : readNumber(text, formats().number);
  if (!("value" in read)) return { fieldError: read.problem };
  // A JSON number has one reading. Its fifteen digits at most are all kept.
  if (typeof read.value !== "string") return { value: moneyOf(read.value) };
  const figure = Number(read.value);
  if (bounds && !isWithin(figure, bounds)) return { fieldError: `Enter a whole number from ${bounds.min} to ${bounds.max}.` };
  return { value: figure };
}

const moneyOf = ({ amount, currency }: Money) => (currency === formats().currency ? Number(amount) : { amount: Number(amount), currency });

const isWithin = (value: number, { min, max }: NonNullable<KindFacts["bounds"]>) => Number.isInteger(value) && value >= min && value <= max;

function readSeveral(field: Field, { separator = /[;\n]+/, format }: KindFacts, text: string): Typed {
  const all = text
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);
  if (!field.is_multi && all.length > 1) return { fieldError: `${field.label} takes one value.` };
  const error = all.map((one) => formatError(format, one, text)).find((one) => one !== undefined);
  if (error) return { fieldError: error };
  return { value: field.is_multi ? all : all[0] };
}

/** What is wrong with the way a text is written. The server checks it again, more strictly. */
function formatError(format: KindFacts["format"], text: string, whole: string): string | undefined {
  if (format === "email") return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? undefined : emailError(text, whole);
  if (format === "phone" && !/\d{4}/.test(text.replaceAll(/\D/g, "")))
    return `“${text}” is not a phone number. Write it with its country, such as +49 30 901820.`;
  return undefined;
}

// Spaces separate addresses. Where none of the words is one, somebody wrote a sentence, and it is named as a whole.
const emailError = (text: string, whole: string) =>
  text.includes("@")
    ? "The part after @ needs a dot, as in aldermoor.example."
    : `“${whole.includes("@") ? text : whole}” is not an email address. It needs an @.`;
