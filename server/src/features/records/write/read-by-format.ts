import { zoneNamed } from "@kith/filter";
import { KINDS } from "@kith/filter/kinds";
import {
  DEFAULT_FORMATS,
  readDay,
  readMoment,
  readMoney,
  readNumber,
  UTC,
  type Formats,
  type Moment,
  type Money,
  type Reading,
} from "@kith/filter/values";
import type { Call } from "../../../kernel/call.ts";
import type { CompanySchema, FieldDefinition } from "../../types/index.ts";
import type { Stored } from "../row.ts";

export type Read = { value: Stored } | { fieldError: string; hint?: string };

/** What values are read with: how the company writes them, and when and where. */
export interface ValueSetting {
  formats: Formats;
  moment: Moment;
}

export const settingOf = ({ clock }: Pick<Call, "clock">, { formats, timeZone }: CompanySchema): ValueSetting => ({
  formats,
  moment: { now: clock.now().getTime(), zone: zoneNamed(timeZone), weekStart: formats.weekStart },
});

/** For fields whose values are read the same everywhere, such as an email address. */
export const ANY_COMPANY: ValueSetting = { formats: DEFAULT_FORMATS, moment: { now: 0, zone: UTC } };

/** A number is unmistakable; a text is read in the company's format, and refused if a program could mean another number by it. */
export function readNumberValue(raw: unknown, field: FieldDefinition, { formats }: ValueSetting): Read {
  const { isExact, bounds } = KINDS[field.kind];
  if (isExact) return readMoneyValue(raw, formats);
  const reading =
    typeof raw === "number" ? readJsonNumber(raw) : typeof raw === "string" ? readNumber(raw, formats.number, "program") : undefined;
  if (!reading) return { fieldError: "Expected a number." };
  if (!("value" in reading)) return { fieldError: reading.problem };
  const number = Number(reading.value);
  if (!Number.isFinite(number)) return { fieldError: "Expected a number." };
  const isWithin = !bounds || (Number.isInteger(number) && number >= bounds.min && number <= bounds.max);
  return isWithin ? { value: number } : { fieldError: `Expected a whole number from ${bounds.min} to ${bounds.max}.` };
}

const MAX_DIGITS = 15;

/** JSON has no limit of digits, but a number of more than fifteen has lost some of them on its way here. */
function readJsonNumber(raw: number): Reading<string> {
  const digits = String(raw)
    .replace(/e.*$/, "")
    .replace(/(?<!0)0+$/, "").length;
  return Number.isInteger(raw) && digits > MAX_DIGITS ? { problem: `A number has at most ${MAX_DIGITS} digits.` } : { value: String(raw) };
}

/** Money in the company's currency is decimal text; in another it keeps its currency. */
function readMoneyValue(raw: unknown, formats: Formats): Read {
  const reading = typeof raw === "string" ? readMoney(raw, formats, "program") : readPlainMoney(raw, formats);
  if (!("value" in reading)) return { fieldError: reading.problem };
  const { amount, currency } = reading.value;
  return { value: currency === formats.currency ? amount : { amount, currency } };
}

/** A number, or `{amount, currency}` as records show it: its amount has a decimal point, whatever the company writes. */
function readPlainMoney(raw: unknown, formats: Formats): Reading<Money> {
  const isObject = typeof raw === "object" && raw !== null && "amount" in raw && "currency" in raw;
  const amount = isObject ? raw.amount : raw;
  if (typeof amount !== "number" && !(isObject && typeof amount === "string" && POINT.test(amount))) return { problem: EXAMPLE };
  const currency = isObject ? String(raw.currency).trim().toUpperCase() : formats.currency;
  // Three decimals are not taken for thousands here: another zero says so.
  const digits = /\.\d{3}$/.test(String(amount)) ? `${amount}0` : String(amount);
  const reading = readMoney(digits, { currency, number: "1,234.5" });
  return "value" in reading && reading.value.currency !== currency ? { problem: EXAMPLE } : reading;
}

const POINT = /^-?\d{1,15}(\.\d{1,20})?$/;
const EXAMPLE = "Expected an amount such as 48000 or 48000.50.";

export function readDayValue(raw: unknown, _field: FieldDefinition, { formats, moment }: ValueSetting): Read {
  return timeValue(typeof raw === "string" ? readDay(raw, formats, moment) : undefined, "Not a date. Try 2026-11-20.");
}

export function readMomentValue(raw: unknown, _field: FieldDefinition, { formats, moment }: ValueSetting): Read {
  return timeValue(typeof raw === "string" ? readMoment(raw, formats, moment) : undefined, "Not a time. Try 2026-11-20T09:30:00Z.");
}

function timeValue(reading: Reading<string> | undefined, otherwise: string): Read {
  if (!reading) return { fieldError: otherwise };
  return "value" in reading ? { value: reading.value } : { fieldError: reading.problem };
}
