import { currenciesOf } from "./currencies.ts";
import type { Formats, Reading, Writer } from "./formats.ts";
import { plainText } from "./plain-text.ts";
import { isInFormat, quoted, readPlainNumber, severalReadings, spell } from "./read-number.ts";

/** An amount as decimal text, in one currency. */
export interface Money {
  amount: string;
  currency: string;
}

const MAX_LENGTH = 50;

/** Reads an amount with its sign or code: `€1,200`, `1.200,50 EUR`, `-$20k`. Without one it is in the company's currency. */
export function readMoney(given: string, formats: MoneyFormats, writer: Writer = "person"): Reading<Money> {
  const reading = readMoneyOfAnySize(given, formats, writer);
  const problem = "value" in reading ? sizeProblem(reading.value.amount) : undefined;
  return problem ? { problem } : reading;
}

type MoneyFormats = Pick<Formats, "currency" | "number">;

/** The same for a filter, which may compare with an amount that no field holds. */
export function readMoneyOfAnySize(given: string, formats: MoneyFormats, writer: Writer): Reading<Money> {
  const text = plainText(given, MAX_LENGTH);
  const parts = text === undefined ? undefined : takeApart(text, formats.currency);
  if (!parts) return notAnAmount(given);
  const reading = readPlainNumber(parts.number, given, formats.number, writer);
  if (!("value" in reading)) return reading.readings ? reading : rephrase(reading.problem, given);
  const currencies = parts.sign === "" ? [formats.currency] : currenciesOf(parts.sign, formats.currency);
  const [currency = formats.currency] = currencies;
  const thousands = THREE_DECIMALS.has(currency) ? undefined : asThousands(parts.number);
  if (thousands !== undefined && thousands !== reading.value)
    return severalReadings(
      given,
      [reading.value, thousands].map((decimal) => spell(decimal, formats.number, writer)),
    );
  if (currencies.length === 1) return { value: { amount: reading.value, currency } };
  const number = spell(reading.value, formats.number, writer);
  return severalReadings(
    given,
    currencies.map((code) => `${number} ${code}`),
  );
}

/** Money has two decimals, so 12.500 is more likely a group of thousands of another format; it is refused, with both readings. */
function asThousands(number: string): string | undefined {
  const [, sign = "", first, last] = /^([-+(]?) ?([1-9]\d{0,2})[.,](\d{3})(?:-|\))?$/.exec(number) ?? [];
  return first === undefined ? undefined : `${/[-(]/.test(sign) || number.endsWith("-") ? "-" : ""}${first}${last}`;
}

/** The currencies of which a thousandth is a coin. */
const THREE_DECIMALS: ReadonlySet<string> = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);

const MAX_DIGITS = 15; // up to here a filter compares the same in PostgreSQL and in memory
const MAX_DECIMALS = 6;

function sizeProblem(amount: string): string | undefined {
  const [whole = "", part = ""] = amount.replace("-", "").split(".");
  if (part.length > MAX_DECIMALS) return `An amount has at most ${MAX_DECIMALS} decimals.`;
  return (whole + part).replace(/^0+/, "").length > MAX_DIGITS ? `An amount has at most ${MAX_DIGITS} digits.` : undefined;
}

/** Whether a text, with a currency or without, is a number in this very format. */
export function isMoneyInFormat(given: string, format: Formats["number"]): boolean {
  const parts = takeApart(plainText(given, MAX_LENGTH) ?? "", "");
  return parts !== undefined && isInFormat(parts.number.replace(/ ?%$/, ""), format);
}

const notAnAmount = (given: string) => ({ problem: `${quoted(given)} is not an amount. Try 48000, 48k or 48000 USD.` });
const rephrase = (problem: string, given: string) => (problem.includes("is not a number") ? notAnAmount(given) : { problem });

/** Letters and signs, as of a currency or of a scale. */
const RUN = /[\p{L}\p{Sc}]+\.?/gu;
/** `k€`, `MUSD`: thousands or millions of a currency. */
const SCALED = /^(k|m|mio|bn|mrd)(.+)$/iu;

/** The number with its minus, parentheses and scale, and the sign of the currency, which stands on one side of the digits. */
function takeApart(text: string, own: string): { number: string; sign: string } | undefined {
  const signs: string[] = [];
  const number = text.replaceAll(RUN, (run, at: number) => {
    if (currenciesOf(run, own).length > 0) {
      signs.push(run);
      // Between digits it stays, so that `5€200` is not read as 5200.
      return /\d/.test(text.slice(0, at)) && /\d/.test(text.slice(at)) ? run : "";
    }
    const [, scale = "", sign = ""] = SCALED.exec(run) ?? [];
    if (currenciesOf(sign, own).length === 0) return run;
    signs.push(sign);
    return scale;
  });
  return signs.length > 1 ? undefined : { number: number.trim(), sign: signs[0] ?? "" };
}
