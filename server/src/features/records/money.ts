import { isCurrency } from "@kith/filter/values";
import type { CompanySchema } from "../types/index.ts";

/** Money in another currency than the company's, as it was given. An amount in the company's currency is plain decimal text. */
export interface ForeignMoney {
  amount: string;
  currency: string;
}

export const isForeign = (value: unknown): value is ForeignMoney =>
  typeof value === "object" && value !== null && "amount" in value && "currency" in value;

const DECIMALS = 6;
/** Up to here a filter compares the same in PostgreSQL and in memory. */
const MAX_DIGITS = 15;

/** Why this money cannot be stored, if it cannot. */
export function moneyError(given: ForeignMoney, schema: CompanySchema): { message: string; hint?: string } | undefined {
  const { currency } = given;
  if (!isCurrency(currency)) return { message: `${JSON.stringify(currency)} is not a currency.`, hint: "Write its code, such as USD." };
  const own = inOwnCurrency(given, schema);
  if (own === undefined)
    return { message: `There is no rate for ${currency}.`, hint: `Add a rate for ${currency} under Company → Currencies.` };
  const digits = own.replace("-", "").split(".", 1)[0]?.length ?? 0;
  return digits > MAX_DIGITS ? { message: `In ${schema.formats.currency} it has more than ${MAX_DIGITS} digits.` } : undefined;
}

/** The amount in the company's currency, at the rate an Admin has entered; undefined if there is none. */
export function inOwnCurrency({ amount, currency }: ForeignMoney, schema: CompanySchema): string | undefined {
  const rate = schema.rates.get(currency);
  return rate === undefined ? undefined : multiply(amount, rate);
}

/**
 * Decimal texts multiplied without floating point, rounded half away from zero to six decimals; fewer where the whole would have more
 * than fifteen digits.
 */
function multiply(one: string, other: string): string {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  const product = a.digits * b.digits;
  const decimals = a.decimals + b.decimals;
  const whole = String(product / 10n ** BigInt(decimals)).length;
  return write(product, decimals, Math.max(0, Math.min(DECIMALS, MAX_DIGITS - whole)), a.isNegative !== b.isNegative);
}

function digitsOf(decimal: string): { digits: bigint; decimals: number; isNegative: boolean } {
  const [whole = "0", part = ""] = decimal.replace("-", "").split(".");
  return { digits: BigInt(whole + part), decimals: part.length, isNegative: decimal.startsWith("-") };
}

function write(digits: bigint, decimals: number, wanted: number, isNegative: boolean): string {
  const dropped = 10n ** BigInt(Math.max(decimals - wanted, 0));
  const rounded = (digits + dropped / 2n) / dropped;
  const kept = Math.min(decimals, wanted);
  const text = String(rounded).padStart(kept + 1, "0");
  const part = text.slice(text.length - kept).replace(/(?<!0)0+$/, "");
  const plain = text.slice(0, text.length - kept) + (kept > 0 && part ? `.${part}` : "");
  return plain === "0" ? plain : `${isNegative ? "-" : ""}${plain}`;
}
