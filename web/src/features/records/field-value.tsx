import { type ComponentType, memo } from "react";
import type { Field, FieldKind } from "../types/types.ts";
import { BooleanValue } from "./field-value/boolean-value.tsx";
import { DateValue, DatetimeValue } from "./field-value/date-value.tsx";
import { EmailValue, PhoneValue, UrlValue } from "./field-value/address-value.tsx";
import { MoneyValue, NumberValue } from "./field-value/number-value.tsx";
import { OptionsValue, StageValue } from "./field-value/option-value.tsx";
import { RelationValue } from "./field-value/relation-value.tsx";
import { TextValue } from "./field-value/text-value.tsx";
import { UserValue } from "./field-value/user-value.tsx";
import type { ValueLook, ValueProps } from "./field-value/value-props.ts";
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
