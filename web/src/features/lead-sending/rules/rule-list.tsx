import { SortableList } from "../../../ui/sortable.tsx";
import type { SavedRules } from "./draft.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleRow } from "./rule-row.tsx";
import classes from "./rules.module.css";
import type { RulesDraft } from "./use-rules-draft.ts";
import type { Trial } from "./use-trial.ts";

interface RuleListProps {
  draft: RulesDraft;
  saved: SavedRules;
  trial: Trial;
  canChange: boolean;
  /** What the service says is wrong, by the place of the rule and then by field. */
  errors: ReadonlyMap<number, Record<string, string>>;
}

const NO_ERRORS = {};

/** The rules in their order, which is moved by dragging, by arrow keys and by menu. */
export function RuleList({ draft, saved, trial, canChange, errors }: RuleListProps) {
  const shown = new Map(saved.rules.map((rule) => [rule.id, rule]));
  const row = (key: string, grip: React.ReactNode) => {
    const at = draft.rules.findIndex((rule) => rule.key === key);
    const rule = draft.rules[at];
    if (!rule) return null;
    return (
      <RuleRow
        rule={rule}
        at={at}
        draft={draft}
        shown={shown.get(rule.key)}
        tried={draft.isChanged ? trial.countAt(at) : undefined}
        grip={grip}
        canChange={canChange}
      >
        <RuleEditor rule={rule} onChange={(part) => draft.change(rule.key, part)} errors={errors.get(at) ?? NO_ERRORS} />
      </RuleRow>
    );
  };
  if (!canChange)
    return (
      <ul className={classes.rules} aria-label="Rules">
        {draft.rules.map((rule) => (
          <li key={rule.key}>{row(rule.key, null)}</li>
        ))}
      </ul>
    );
  return (
    <SortableList
      className={classes.rules}
      label="Rules"
      items={draft.rules}
      idOf={(rule) => rule.key}
      nameOf={(rule) => rule.name}
      onMove={(rule, to) => draft.move(rule.key, to)}
    >
      {(rule, grip) => row(rule.key, grip)}
    </SortableList>
  );
}
