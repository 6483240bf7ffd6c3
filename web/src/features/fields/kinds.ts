import { FIELD_KINDS, type FieldKind, KINDS, type Shape } from "@kith/filter/kinds";
import type { ComponentType } from "react";
import { DateEditor, DatetimeEditor } from "./editors/date-editor.tsx";
import type { EditorProps } from "./editors/editor.ts";
import { BooleanEditor, OptionEditor, OptionsEditor } from "./editors/option-editor.tsx";
import { PersonEditor } from "./editors/person-editor.tsx";
import { RelationEditor } from "./editors/relation-editor.tsx";
import { TextEditor } from "./editors/text-editor.tsx";
import { EmailValue, PhoneValue, UrlValue } from "./values/address-value.tsx";
import { DateValue, DatetimeValue } from "./values/date-value.tsx";
import { OptionsValue, StageValue } from "./values/option-value.tsx";
import { BooleanValue, MoneyValue, NumberValue, TextValue, UserValue } from "./values/plain-values.tsx";
import { RatingEditor, RatingValue } from "./rating.tsx";
import { RelationValue } from "./values/relation-value.tsx";
import type { ValueProps } from "./values/value-props.ts";

/** What a field looks like: all that the web application knows about a kind beyond the table in `@kith/filter/kinds`. */
interface KindLook {
  /** Of a column in a list, in pixels, until somebody drags it. */
  width: number;
  editor: ComponentType<EditorProps>;
  cell: ComponentType<ValueProps>;
}

const BY_SHAPE: Record<Shape, KindLook> = {
  text: { width: 168, editor: TextEditor, cell: TextValue },
  number: { width: 104, editor: TextEditor, cell: NumberValue },
  boolean: { width: 96, editor: BooleanEditor, cell: BooleanValue },
  day: { width: 200, editor: DateEditor, cell: DateValue },
  moment: { width: 120, editor: DatetimeEditor, cell: DatetimeValue },
  option: { width: 136, editor: OptionEditor, cell: OptionsValue },
  person: { width: 116, editor: PersonEditor, cell: UserValue },
  record: { width: 176, editor: RelationEditor, cell: RelationValue },
};

/** Where the look of the shape does not suit a kind. */
const BY_KIND: Partial<Record<FieldKind, Partial<KindLook>>> = {
  long_text: { width: 240 },
  money: { width: 120, cell: MoneyValue },
  rating: { width: 120, editor: RatingEditor, cell: RatingValue },
  multi_select: { width: 184, editor: OptionsEditor },
  stage: { width: 140, cell: StageValue },
  email: { width: 208, cell: EmailValue },
  phone: { width: 144, cell: PhoneValue },
  url: { cell: UrlValue },
};

export const kindLooks = Object.fromEntries(
  FIELD_KINDS.map((kind) => [kind, { ...BY_SHAPE[KINDS[kind].shape], ...BY_KIND[kind] }]),
) as Record<FieldKind, KindLook>; // Object.fromEntries forgets the keys
