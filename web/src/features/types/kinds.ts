import { FIELD_KINDS, KINDS, type Shape } from "@kith/filter/kinds";
import {
  type Icon,
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCalendarClock,
  IconCoins,
  IconHash,
  IconList,
  IconListCheck,
  IconPhone,
  IconProgress,
  IconRelationManyToMany,
  IconStar,
  IconTextSize,
  IconToggleLeft,
  IconUser,
  IconWorld,
} from "@tabler/icons-react";
import type { FieldKind } from "./types.ts";

export { keyFrom, optionKeyFrom } from "@kith/server/features/types/operations";

const BY_SHAPE: Record<Shape, Icon> = {
  text: IconTextSize,
  number: IconHash,
  boolean: IconToggleLeft,
  day: IconCalendar,
  moment: IconCalendarClock,
  option: IconList,
  person: IconUser,
  record: IconRelationManyToMany,
};

/** Where the icon of the shape does not suit a kind. */
const BY_KIND: Partial<Record<FieldKind, Icon>> = {
  long_text: IconAlignLeft,
  money: IconCoins,
  rating: IconStar,
  multi_select: IconListCheck,
  stage: IconProgress,
  email: IconAt,
  phone: IconPhone,
  url: IconWorld,
};

export const KIND_ICONS = Object.fromEntries(FIELD_KINDS.map((kind) => [kind, BY_KIND[kind] ?? BY_SHAPE[KINDS[kind].shape]])) as Record<
  FieldKind,
  Icon
>;

export const hasOptions = (kind: FieldKind) => KINDS[kind].shape === "option";
export const canBeSeveral = (kind: FieldKind) => KINDS[kind].several === "optional";
export const canBeUnique = (kind: FieldKind) => KINDS[kind].shape === "text" && !KINDS[kind].isLong;
export const hasDomain = (kind: FieldKind) => KINDS[kind].format === "url";
