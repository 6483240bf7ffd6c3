import type { InputOf, OutputOf } from "@kith/server/contract";

export type SavedRules = OutputOf<"leadSending.getRules">;
export type ShownRule = SavedRules["rules"][number];
export type GivenRule = InputOf<"leadSending.saveRules">["rules"][number];
export type Then = ShownRule["then"];
export type Hours = NonNullable<ShownRule["hours"]>;
export type Cap = NonNullable<ShownRule["caps"]>[number];

/** A rule while it is edited. `key` is its id, or made up for one that is not saved yet. */
export interface DraftRule {
  key: string;
  id?: string;
  name: string;
  is_on: boolean;
  filter: string;
  then: Then;
  hours: Hours | null;
  caps: Cap[];
  per_person: Cap[];
}

export type RuleParts = Omit<ShownRule, "last_100" | "meters" | "next" | "problem">;

export const draftOf = ({ id, name, is_on = true, filter = "", then, hours = null, caps = [], per_person = [] }: RuleParts): DraftRule => ({
  key: id,
  id,
  name,
  is_on,
  filter,
  // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
  then,
  hours,
  caps,
  per_person,
});

/** As it is sent: without the key, which is only known here. */
export const givenOf = ({ id, name, is_on, filter, then, hours, caps, per_person }: DraftRule): GivenRule => ({
  ...(id === undefined ? {} : { id }),
  name,
  is_on,
  filter,
  // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
  then,
  hours,
  caps,
  per_person,
});

/** A new rule takes every lead, so that it is seen at once what it would do. It is off the list until it is saved. */
export function newRule(rules: DraftRule[], userId: string): DraftRule {
  const key = `new-${1 + rules.filter((rule) => rule.id === undefined).reduce((most, rule) => Math.max(most, Number(rule.key.slice(4))), 0)}`;
  return {
    key,
    name: "New rule",
    is_on: true,
    filter: "",
    // oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does
    then: { kind: "assign", how: "person", people: [{ user_id: userId, weight: 1 }] },
    hours: null,
    caps: [],
    per_person: [],
  };
}

export const isSame = (one: DraftRule, other: DraftRule) => JSON.stringify(one) === JSON.stringify(other);

export interface Difference {
  added: string[];
  removed: string[];
  changed: string[];
  /** Their order, apart from what came and went. */
  isReordered: boolean;
}

/** What is different between two lists, by the names of the rules. */
export function differenceOf(before: DraftRule[], after: DraftRule[]): Difference {
  const old = new Map(before.map((rule) => [rule.key, rule]));
  const kept = new Set(after.map((rule) => rule.key));
  const staying = before.filter((rule) => kept.has(rule.key)).map((rule) => rule.key);
  return {
    added: after.filter((rule) => !old.has(rule.key)).map(nameOf),
    removed: before.filter((rule) => !kept.has(rule.key)).map(nameOf),
    changed: after.filter((rule) => old.has(rule.key) && !isSame(old.get(rule.key) ?? rule, rule)).map(nameOf),
    isReordered: staying.join() !== after.flatMap((rule) => (old.has(rule.key) ? [rule.key] : [])).join(),
  };
}

const nameOf = (rule: DraftRule) => rule.name;

export const isDifferent = ({ added, removed, changed, isReordered }: Difference) =>
  added.length + removed.length + changed.length > 0 || isReordered;

const MAX_NAMED = 3;
const quoted = (names: string[]) => (names.length > MAX_NAMED ? `${names.length} rules` : names.map((name) => `“${name}”`).join(", "));

/** What a version changed, in words: it is kept with the version. */
export function differenceText({ added, removed, changed, isReordered }: Difference): string {
  const parts = [
    added.length > 0 && `Added ${quoted(added)}.`,
    changed.length > 0 && `Changed ${quoted(changed)}.`,
    removed.length > 0 && `Removed ${quoted(removed)}.`,
    isReordered && "Changed the order.",
  ];
  return parts.filter(Boolean).join(" ");
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}
