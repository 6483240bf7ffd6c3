import { KINDS } from "@kith/filter/kinds";
import { amountText, formats, wholeText } from "../../ui/formats.ts";
import type { Field } from "../types/index.ts";

/** Money in another currency than the company's, as the service shows it. What is not saved yet has no converted amount. */
export interface ForeignMoney {
  /** As it was typed: a number; as the service shows it: decimal text. */
  amount: string | number;
  currency: string;
  converted?: string | null;
}

export const isForeign = (value: unknown): value is ForeignMoney =>
  typeof value === "object" && value !== null && "amount" in value && "currency" in value;

/** "€48,000", "$1,200.50" of another currency; compact "€2.32M". */
export function moneyText(value: string | number | ForeignMoney, style: "full" | "compact" = "full"): string {
  return isForeign(value) ? amountText(value.amount, value.currency, style) : amountText(value, formats().currency, style);
}

/** What money counts as in sums: in the company's currency. */
export const ownAmount = (value: unknown): number => Number((isForeign(value) ? value.converted : value) ?? 0);

/** Of money in another currency: what it counts as in sums. */
export const convertedText = (value: unknown) =>
  isForeign(value) && value.converted ? `${moneyText(value.converted)} at your rate` : undefined;

/** Figures stand at the right, so that they line up. A number with bounds is shown as marks, not as a figure. */
export function isFigure(field: Field): boolean {
  const { shape, bounds } = KINDS[field.type];
  return shape === "number" && bounds === undefined;
}

/** "43", "about 12,400": a count says when it is an estimate. */
export const countText = ({ value, is_exact: isExact }: { value: number; is_exact: boolean }) =>
  isExact ? wholeText(value) : `about ${wholeText(rounded(value))}`;

// An estimate of 12,387 claims more than it knows.
function rounded(value: number): number {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(value, 1))) - 2, 0);
  return Math.round(value / step) * step;
}
