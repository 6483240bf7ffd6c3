import { countryName, isCountryKey } from "@kith/filter/values";
import { IconCheck } from "@tabler/icons-react";
import { Avatar } from "../../../ui/avatar.tsx";
import { numberText } from "../../../ui/formats.ts";
import { convertedText, type ForeignMoney, moneyText } from "../money-text.ts";
import { isPerson } from "../record.ts";
import classes from "./field-value.module.css";
import type { ValueProps } from "./value-props.ts";

/** On a page a country stands with its name: what is kept is mostly its code, which a table has room for. */
export function TextValue({ field, value, look }: ValueProps) {
  const text = look === "page" && isCountryKey(field.key) ? countryName(String(value)) : String(value);
  return look === "page" ? <span className={classes.lines}>{text}</span> : <span className="k-truncate">{text}</span>;
}

export function NumberValue({ value }: ValueProps) {
  return <span className="k-number k-truncate">{numberText(value as number)}</span>;
}

export function MoneyValue({ value }: ValueProps) {
  return (
    <span className="k-number k-truncate" title={convertedText(value)}>
      {moneyText(value as string | ForeignMoney)}
    </span>
  );
}

export function BooleanValue({ value }: ValueProps) {
  if (value !== true) return <span className="k-faint">No</span>;
  return (
    <span className={classes.inline}>
      <IconCheck size={14} stroke={1.75} aria-hidden />
      Yes
    </span>
  );
}

/** A person; in a list by their first name, in full on hover. */
export function UserValue({ value, look }: ValueProps) {
  if (!isPerson(value)) return null;
  return (
    <span className={classes.inline} title={value.name}>
      <Avatar id={value.id} name={value.name} />
      <span className="k-truncate">{look === "page" ? value.name : value.name.split(" ", 1)[0]}</span>
    </span>
  );
}
