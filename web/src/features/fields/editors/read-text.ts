import { isList, type KindFacts, KINDS } from "@kith/filter/kinds";
import type { Field } from "../../types/index.ts";
import { listOf } from "../record.ts";

/** What was typed, as a value; or what is wrong with it, in a sentence that says the fix. */
export type Typed = { value: unknown } | { fieldError: string };

/** What stands in the field when editing begins. */
export function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (KINDS[field.type].shape === "number") return grouped(String(value));
  return listOf(value).join(", ");
}

export function readText(field: Field, text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === "") return field.is_required ? { fieldError: `${field.label} is needed.` } : { value: field.is_multi ? [] : null };
  const facts = KINDS[field.type];
  if (facts.shape === "number") return readNumber(facts, trimmed);
  if (isList(facts)) return readSeveral(field, facts, trimmed);
  return { value: facts.isLong ? text : trimmed };
}

const SCALES: Record<string, number> = { k: 3, m: 6, bn: 9 };
const NUMBER = /^([-−]?)(\d[\d\s,_']*(?:\.\d+)?|\.\d+)\s*(k|m|bn)?$/i;

/** "48,000.50", "€48k", "1.2m": digits stay text, so that no figure is lost on the way. */
function readNumber({ isExact, bounds }: KindFacts, text: string): Typed {
  const [, sign, digits = "", scale] = NUMBER.exec(text.replaceAll(/[€$£¥\s]|[a-z]{3}$/gi, "")) ?? [];
  if (sign === undefined)
    return { fieldError: isExact ? "An amount is a number, such as 48000 or 48k." : "This needs a number, such as 12.5." };
  const plain = shifted(digits.replaceAll(/[\s,_']/g, ""), SCALES[scale?.toLowerCase() ?? ""] ?? 0);
  const signed = sign ? `-${plain}` : plain;
  if (bounds && !isWithin(Number(signed), bounds)) return { fieldError: `This needs a whole number from ${bounds.min} to ${bounds.max}.` };
  return { value: isExact ? signed : Number(signed) };
}

const isWithin = (value: number, { min, max }: NonNullable<KindFacts["bounds"]>) => Number.isInteger(value) && value >= min && value <= max;

/** Moves the decimal point to the right without reckoning in floating point. */
function shifted(digits: string, places: number): string {
  const [whole = "", part = ""] = digits.split(".");
  const padded = part.padEnd(places, "0");
  const decimals = padded.slice(places);
  const integer = (whole + padded.slice(0, places)).replace(/^0+(?=\d)/, "") || "0";
  return decimals ? `${integer}.${decimals}` : integer;
}

function readSeveral(field: Field, { separator = /[;\n]+/, format }: KindFacts, text: string): Typed {
  const all = text
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);
  if (!field.is_multi && all.length > 1) return { fieldError: `${field.label} holds one value.` };
  const error = all.map((one) => formatError(format, one)).find((one) => one !== undefined);
  if (error) return { fieldError: error };
  return { value: field.is_multi ? all : all[0] };
}

/** What is wrong with the way a text is written. The server checks it again, more strictly. */
function formatError(format: KindFacts["format"], text: string): string | undefined {
  if (format === "email") return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? undefined : emailError(text);
  if (format === "phone" && !/\d{4}/.test(text.replaceAll(/\D/g, "")))
    return `${text} is not a phone number. Write it with its country, such as +49 30 901820.`;
  return undefined;
}

const emailError = (text: string) =>
  text.includes("@") ? "The part after @ needs a dot, as in aldermoor.example." : `${text} is not an email address. It needs an @.`;

const grouped = (digits: string) => digits.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
