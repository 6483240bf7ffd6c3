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

interface Kind {
  label: string;
  /** What it holds, in a few words. */
  words: string;
  icon: Icon;
}

/** Every kind a field can be, in the order in which they are offered. */
export const kinds: Record<FieldKind, Kind> = {
  text: { label: "Text", words: "One line, such as a city", icon: IconTextSize },
  long_text: { label: "Long text", words: "Paragraphs with line breaks", icon: IconAlignLeft },
  number: { label: "Number", words: "42, or 3.5", icon: IconHash },
  money: { label: "Money", words: "An amount in your currency", icon: IconCoins },
  rating: { label: "Rating", words: "One to five stars", icon: IconStar },
  boolean: { label: "Yes or no", words: "A box to tick", icon: IconToggleLeft },
  date: { label: "Date", words: "A day, such as 20 Nov 2026", icon: IconCalendar },
  datetime: { label: "Date and time", words: "A moment, in your time zone", icon: IconCalendarClock },
  select: { label: "Select", words: "One of a list you make", icon: IconList },
  multi_select: { label: "Multi-select", words: "Several of a list you make", icon: IconListCheck },
  stage: { label: "Stage", words: "A pipeline: steps with a probability", icon: IconProgress },
  user: { label: "Person", words: "Somebody of your company", icon: IconUser },
  relation: { label: "Relation", words: "A link to other records", icon: IconRelationManyToMany },
  email: { label: "Email", words: "Addresses, also to find duplicates", icon: IconAt },
  phone: { label: "Phone", words: "Numbers, also to find duplicates", icon: IconPhone },
  url: { label: "Web address", words: "A site, also to find duplicates", icon: IconWorld },
};

const WITH_OPTIONS = new Set<FieldKind>(["select", "multi_select", "stage"]);
const WITH_SEVERAL = new Set<FieldKind>(["email", "phone", "relation"]);

export const hasOptions = (kind: FieldKind) => WITH_OPTIONS.has(kind);
export const canBeSeveral = (kind: FieldKind) => WITH_SEVERAL.has(kind);

/** `close_date` from "Close date", and never one that is taken: keys are for ever, so they should read well. */
export function keyFrom(label: string, taken: string[] = []): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, 36)
    .replace(/_+$/, "");
  if (plain === "" || !taken.includes(plain)) return plain;
  for (let count = 2; ; count++) if (!taken.includes(`${plain}_${count}`)) return `${plain}_${count}`;
}
