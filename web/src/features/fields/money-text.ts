import { KINDS } from "@kith/filter/kinds";
import type { Field } from "../types/index.ts";

type Style = "full" | "compact";

// Cached: creating a formatter takes milliseconds, and a list shows hundreds of amounts (bench:web, scrolling).
const formatters = new Map<string, Intl.NumberFormat>();

/** "€48,000", "€48,000.50"; compact "€2.32M". Takes the decimal text as it is kept, so no figure is lost on the way. */
export function moneyText(amount: string | number, currency: string, style: Style = "full"): string {
  const text = formatterFor(currency, style).format(amount as number);
  // British English writes millions small, which reads as metres beside a symbol.
  return style === "compact" ? text.replace(/m$/, "M") : text;
}

// Making a formatter costs far more than using it, and a list has hundreds of amounts.
function formatterFor(currency: string, style: Style): Intl.NumberFormat {
  const key = `${currency} ${style}`;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat("en-GB", {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      trailingZeroDisplay: "stripIfInteger",
      ...(style === "compact" ? { notation: "compact", maximumSignificantDigits: 3 } : {}),
    });
  formatters.set(key, known);
  return known;
}

const plain = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 6 });
const whole = new Intl.NumberFormat("en-GB");

export const numberText = (value: number | string) => plain.format(value as number);

/** Figures stand at the right, so that they line up. A number with bounds is shown as marks, not as a figure. */
export function isFigure(field: Field): boolean {
  const { shape, bounds } = KINDS[field.type];
  return shape === "number" && bounds === undefined;
}

/** "43", "about 12,400": a count says when it is an estimate. */
export const countText = ({ value, is_exact: isExact }: { value: number; is_exact: boolean }) =>
  isExact ? whole.format(value) : `about ${whole.format(rounded(value))}`;

// An estimate of 12,387 claims more than it knows.
function rounded(value: number): number {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(value, 1))) - 2, 0);
  return Math.round(value / step) * step;
}
