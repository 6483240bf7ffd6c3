import { useCurrency } from "../../types/currency.tsx";
import type { ValueProps } from "./value-props.ts";
import { moneyText, numberText } from "../money-text.ts";

export function NumberValue({ value }: ValueProps) {
  return <span className="k-number k-truncate">{numberText(value as number)}</span>;
}

export function MoneyValue({ value }: ValueProps) {
  const currency = useCurrency();
  return <span className="k-number k-truncate">{moneyText(value as string, currency)}</span>;
}
