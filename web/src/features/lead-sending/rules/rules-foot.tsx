import type { ReactNode } from "react";
import { useClock } from "../../../ui/clock.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { shortDate } from "../../../ui/time-text.ts";
import parts from "../parts.module.css";
import type { DraftRule, SavedRules } from "./draft.ts";

interface RulesFootProps {
  saved: SavedRules;
  rules: DraftRule[];
  /** In place of the version: what is to be done with changes. */
  children: ReactNode;
}

export function RulesFoot({ saved, rules, children }: RulesFootProps) {
  const { now, zone } = useClock();
  const { version, saved_by: by, saved_at: at, today } = saved;
  const when = at ? ` ${shortDate(new Date(at), now, zone)}` : "";
  return (
    <footer className={parts.foot}>
      <span>
        <b>{rules.filter((rule) => rule.is_on).length}</b> rules on
      </span>
      <span className="k-desk">
        Today <b>{wholeText(today.leads)}</b> leads
      </span>
      <span className="k-desk">
        Unassigned <b>{wholeText(today.unassigned)}</b>
      </span>
      <span className={parts.end}>
        {children || (version > 0 ? `Version ${version}, saved${by ? ` by ${by.name}` : ""}${when}` : "Not saved yet")}
      </span>
    </footer>
  );
}
