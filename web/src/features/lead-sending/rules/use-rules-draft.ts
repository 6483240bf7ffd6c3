import { useState } from "react";
import { useMe } from "../../../session.ts";
import { type DraftRule, differenceOf, type Difference, draftOf, isDifferent, isSame, moved, newRule, type SavedRules } from "./draft.ts";

export interface RulesDraft {
  rules: DraftRule[];
  /** The list that the changes began from. */
  base: SavedRules;
  difference: Difference;
  isChanged: boolean;
  /** The rule that is open for editing. */
  open: string | undefined;
  setOpen: (key: string | undefined) => void;
  isRuleChanged: (rule: DraftRule) => boolean;
  change: (key: string, part: Partial<DraftRule>) => void;
  move: (key: string, to: number) => void;
  add: () => void;
  copy: (key: string) => void;
  remove: (key: string) => void;
  discard: () => void;
  /** Goes on with the list that somebody else saved, and keeps these changes over it. */
  rebase: () => void;
}

/** The list as it is edited here. Until something is changed, it is what is saved. */
export function useRulesDraft(saved: SavedRules): RulesDraft {
  const { user } = useMe();
  const [edit, setEdit] = useState<{ base: SavedRules; rules: DraftRule[] }>();
  const [open, setOpen] = useState<string>();
  const base = edit?.base ?? saved;
  const before = base.rules.map(draftOf);
  const rules = edit?.rules ?? before;
  const difference = differenceOf(before, rules);
  const put = (next: (rules: DraftRule[]) => DraftRule[]) =>
    setEdit((now) => ({ base: now?.base ?? saved, rules: next(now?.rules ?? saved.rules.map(draftOf)) }));
  const insert = (rule: DraftRule, at: number) => {
    put((list) => list.toSpliced(at, 0, rule));
    setOpen(rule.key);
  };
  return {
    rules,
    base,
    difference,
    isChanged: edit !== undefined && isDifferent(difference),
    open,
    setOpen,
    isRuleChanged(rule) {
      const old = before.find((one) => one.key === rule.key);
      return old === undefined || !isSame(old, rule);
    },
    change: (key, part) => put((list) => list.map((rule) => (rule.key === key ? { ...rule, ...part } : rule))),
    move: (key, to) =>
      put((list) =>
        moved(
          list,
          list.findIndex((rule) => rule.key === key),
          to,
        ),
      ),
    add: () => insert(newRule(rules, user.id), rules.length),
    copy(key) {
      const at = rules.findIndex((rule) => rule.key === key);
      const { id: _, ...rule } = rules[at] ?? newRule(rules, user.id);
      insert({ ...rule, key: newRule(rules, user.id).key, name: `${rule.name}, copy`.slice(0, 100) }, at + 1);
    },
    remove: (key) => put((list) => list.filter((rule) => rule.key !== key)),
    discard() {
      setEdit(undefined);
      setOpen(undefined);
    },
    rebase: () => setEdit((now) => (now ? { ...now, base: saved } : now)),
  };
}
