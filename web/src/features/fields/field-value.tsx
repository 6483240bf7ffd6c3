import { type ComponentType, memo } from "react";
import type { Field, FieldKind } from "../types/index.ts";
import { BooleanValue, MoneyValue, NumberValue, TextValue, UserValue } from "./values/plain-values.tsx";
import { DateValue, DatetimeValue } from "./values/date-value.tsx";
import { EmailValue, PhoneValue, UrlValue } from "./values/address-value.tsx";
import { OptionsValue, StageValue } from "./values/option-value.tsx";
import { RelationValue } from "./values/relation-value.tsx";
import type { ValueLook, ValueProps } from "./values/value-props.ts";
import { isBlank } from "./record.ts";

const parts: Record<FieldKind, ComponentType<ValueProps>> = {
  text: TextValue,
  long_text: TextValue,
  number: NumberValue,
  money: MoneyValue,
  rating: NumberValue,
  boolean: BooleanValue,
  date: DateValue,
  datetime: DatetimeValue,
  select: OptionsValue,
  multi_select: OptionsValue,
  stage: StageValue,
  user: UserValue,
  relation: RelationValue,
  email: EmailValue,
  phone: PhoneValue,
  url: UrlValue,
};

type FieldValueProps = Omit<ValueProps, "look"> & { look?: ValueLook };

/** The value of any field, as every list, board, page and panel shows it. Nothing at all for a blank. */
export const FieldValue = memo(fieldValue);

/** The same for a table, which draws hundreds of them at once and decides itself what is drawn again. */
export function fieldValue({ look = "line", ...props }: FieldValueProps) {
  if (isBlank(props.value)) return null;
  const Part = parts[props.field.type];
  return <Part look={look} {...props} />;
}

const FIGURES = new Set<FieldKind>(["number", "money"]);

/** Figures stand at the right, so that they line up. */
export const isFigure = (field: Field) => FIGURES.has(field.type);
