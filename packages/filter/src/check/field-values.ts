import { DATE_NAMES, printDate, type DateExpression } from "../dates/date-text.ts";
import { readDate as readDateText } from "../dates/read-date.ts";
import { shown } from "../error.ts";
import { fold } from "../fold.ts";
import { nearest } from "../nearest.ts";
import type { FieldSchema } from "../schema.ts";
import type { Op } from "../tree.ts";
import { KINDS } from "../kinds.ts";
import type { Formats, Reading } from "../values/formats.ts";
import { readMoneyOfAnySize } from "../values/read-money.ts";
import { printNumber, readNumber as readNumberText } from "../values/read-number.ts";
import { unknownName, type Checking, type Problem } from "./checking.ts";

/** A value of the field's own type, with its one spelling. */
export interface Read<T> {
  value: T;
  text: string;
}

export type Reader<T> = (
  text: string,
  field: FieldSchema,
  op: Op,
  checking: Pick<Checking, "people" | "formats" | "budget">,
) => Read<T> | { problem: Problem };

const SEPARATORS = /[\s()./-]/g;
const PHONE = /^\+?\d{1,20}$/;
const ID = /^[a-z]+_[0-9a-z]+$/i;

export const readText: Reader<string> = (text, field) => {
  if (text !== "") return { value: fold(text), text };
  return { problem: { message: "An empty text is not a value.", hint: `To find records without one, write \`no:${field.key}\`.` } };
};

export const readEmail: Reader<string> = (text, field, op) => {
  const email = fold(text.trim());
  const isWhole = op === "eq" || op === "ne";
  if (email !== "" && (!isWhole || email.includes("@"))) return { value: email, text: email };
  return refuse(text, "an email address", "an address such as `mara@example.com`", `To look inside, write \`${field.key}~…\`.`);
};

export const readPhone: Reader<string> = (text, field) => {
  const phone = text.replaceAll(SEPARATORS, "");
  if (PHONE.test(phone)) return { value: phone, text: phone };
  return refuse(text, "a phone number", "digits such as `+4930123456`", `To look inside, write \`${field.key}~…\`.`);
};

/** Unquoted, a filter reads like a program: text that the company's format and the decimal point read differently is refused. */
export const readNumber: Reader<number> = (text, field, _op, { formats }) => {
  // In a list, the end of a number with a comma: `10,000`.
  if (/^0\d/.test(text)) return refuse(text, "a number", 'a number without commas, or in quotes: `"10,000"`');
  const reading = KINDS[field.type].isExact ? readAmount(text, formats) : readNumberText(text, formats.number, "program");
  const number = "value" in reading ? Number(reading.value) : NaN;
  if (Number.isFinite(number)) return { value: number, text: printNumber(number) };
  const { problem = "", readings } = "value" in reading ? {} : reading;
  const expected = "a number such as `10000`, `20k` or `-2.5`, of at most 15 digits";
  return { problem: { message: inBackticks(problem), expected, ...(readings && { suggestions: readings }) } };
};

function readAmount(text: string, formats: Formats): Reading<string> {
  const reading = readMoneyOfAnySize(text, formats, "program");
  if (!("value" in reading)) return reading;
  const { amount, currency } = reading.value;
  return currency === formats.currency
    ? { value: amount }
    : { problem: `Amounts are compared in ${formats.currency}, not in ${currency}.` };
}

export const readBoolean: Reader<boolean> = (text) => {
  const word = fold(text);
  if (word === "true" || word === "false") return { value: word === "true", text: word };
  return refuse(text, "true or false", "`true` or `false`");
};

export const readDate: Reader<DateExpression> = (text, _field, _op, { formats, budget }) => {
  const reading = readDateText(text, formats);
  if ("value" in reading) return { value: reading.value, text: printDate(reading.value) };
  const expected = "a date such as `2026-11-14`, `2026-11`, `today`, `-14d` or `this_month`";
  if (!reading.problem.includes("is not a date")) {
    return { problem: { message: inBackticks(reading.problem), expected, ...(reading.readings && { suggestions: reading.readings }) } };
  }
  const suggestions = /^\d+[hdwmqy]$/.test(text) ? [`-${text}`, `+${text}`] : nearest(text, DATE_NAMES, budget);
  const guess = suggestions.length > 0 ? ` Did you mean ${suggestions.map((name) => `\`${name}\``).join(" or ")}?` : "";
  return { problem: { message: `\`${shown(text)}\` is not a date.${guess}`, suggestions, expected } };
};

/** In a filter, what was written stands in backticks, and what to write is `expected`. */
const inBackticks = (problem: string) => problem.replace(/^"(.*?)" /, "`$1` ").replace(/ (?:Try|Write) .*$/, "");

/** By key, else by a label that only one option has. */
export const readOption: Reader<string> = (text, field, _op, { budget }) => {
  const options = field.options ?? [];
  const wanted = fold(text);
  const exact = options.filter((option) => option.key === text);
  const matches = exact.length > 0 ? exact : options.filter((option) => fold(option.label) === wanted || fold(option.key) === wanted);
  const [only] = matches;
  if (only && matches.length === 1) return { value: only.key, text: only.key };
  if (!only)
    return {
      problem: unknownName(
        `\`${field.key}\` has no option`,
        text,
        options.map((option) => option.key),
        budget,
      ),
    };
  const suggestions = matches.map((option) => option.key).slice(0, 3);
  return { problem: { message: `${matches.length} options of \`${field.key}\` are called \`${shown(text)}\`. Use a key.`, suggestions } };
};

export const isRecordId = (text: string) => ID.test(text);

export const readRecordId: Reader<string> = (text, field) => {
  if (isRecordId(text)) return { value: text, text };
  return refuse(
    text,
    "the id of a record",
    "an id",
    `To compare a field of it, write \`${field.key}.name:…\` with the name of that field.`,
  );
};

function refuse(text: string, what: string, expected: string, hint?: string): { problem: Problem } {
  return { problem: { message: `\`${shown(text)}\` is not ${what}.`, expected, ...(hint && { hint }) } };
}
