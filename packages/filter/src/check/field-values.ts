import { DATE_NAMES, parseDate, printDate, type DateExpression } from "../dates/date-text.ts";
import { shown } from "../error.ts";
import { fold } from "../fold.ts";
import { nearest, type NearestBudget } from "../nearest.ts";
import type { FieldSchema, Person } from "../schema.ts";
import type { Op } from "../tree.ts";
import { unknownName, type Problem } from "./checking.ts";

/** A value of the field's own type, with its one spelling. */
export interface Read<T> {
  value: T;
  text: string;
}

export type Reader<T> = (
  text: string,
  field: FieldSchema,
  op: Op,
  people?: readonly Person[],
  budget?: NearestBudget,
) => Read<T> | { problem: Problem };

/** Decimals of up to 15 digits are the same number to JavaScript and to a database. */
const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const MAX_DIGITS = 15;
const SEPARATORS = /[\s()./-]/g;
const PHONE = /^\+?\d{1,20}$/;
const ID = /^[a-z]+_[0-9a-z]+$/i;

export const readText: Reader<string> = (text, field) => {
  if (text !== "") return { value: fold(text), text };
  return { problem: { message: "An empty text is no value.", hint: `To find records without one, write \`no:${field.key}\`.` } };
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

export const readNumber: Reader<number> = (text) => {
  const number = NUMBER.test(text) ? Number(text) + 0 : NaN; // -0 becomes 0
  const digits = text.replace(/e.*$/i, "").replaceAll(/\D/g, "").replace(/^0+/, "").length;
  if (Number.isFinite(number) && digits <= MAX_DIGITS) return { value: number, text: String(number) };
  return refuse(text, "a number", `a number such as \`10000\` or \`-2.5\`, of at most ${MAX_DIGITS} digits`);
};

export const readBoolean: Reader<boolean> = (text) => {
  const word = fold(text);
  if (word === "true" || word === "false") return { value: word === "true", text: word };
  return refuse(text, "true or false", "`true` or `false`");
};

export const readDate: Reader<DateExpression> = (text, _field, _op, _people, budget) => {
  const date = parseDate(text);
  if (date) return { value: date, text: printDate(date) };
  const suggestions = /^\d+[hdwmqy]$/.test(text) ? [`-${text}`, `+${text}`] : nearest(text, DATE_NAMES, budget);
  const expected = "a date such as `2026-11-14`, `2026-11`, `today`, `-14d` or `this_month`";
  const guess = suggestions.length > 0 ? ` Did you mean ${suggestions.map((name) => `\`${name}\``).join(" or ")}?` : "";
  return { problem: { message: `\`${shown(text)}\` is not a date.${guess}`, suggestions, expected } };
};

/** By key, else by a label that only one option has. */
export const readOption: Reader<string> = (text, field, _op, _people, budget) => {
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
