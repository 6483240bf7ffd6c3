import { TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { FilterBar } from "../../filters/index.ts";
import { CapFields } from "./cap-fields.tsx";
import type { DraftRule } from "./draft.ts";
import { HourFields } from "./hour-fields.tsx";
import { otherwiseText } from "./rule-text.ts";
import classes from "./rules.module.css";
import { ThenFields } from "./then-fields.tsx";

interface RuleEditorProps {
  rule: DraftRule;
  onChange: (part: Partial<DraftRule>) => void;
  /** What the service says is wrong, by field. */
  errors: Record<string, string>;
}

/** A rule in editing: when, then, only, otherwise. Every change is tried at once, and nothing is saved before "Save". */
export function RuleEditor({ rule, onChange, errors }: RuleEditorProps) {
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (rule.id !== undefined) return;
    name.current?.focus();
    name.current?.select();
  }, [rule.id]);
  return (
    <div className={classes.editor}>
      <Row label="Name">
        <TextInput
          ref={name}
          className={classes.grow}
          aria-label="Name"
          size="sm"
          autoComplete="off"
          maxLength={100}
          value={rule.name}
          error={errors["name"]}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Row>
      <Row label="When">
        <div className={classes.grow}>
          <FilterBar type="lead" value={rule.filter} onChange={(filter) => onChange({ filter })} key={rule.key} />
          {errors["filter"] && <p className={classes.error}>{errors["filter"]}</p>}
          {rule.filter === "" && <p className="k-tip">Every lead that comes this far down the list.</p>}
        </div>
      </Row>
      <Row label="Then">
        {/* oxlint-disable-next-line unicorn/no-thenable -- the server's name for what a rule does */}
        <ThenFields then={rule.then} onChange={(then) => onChange({ then })} error={errors["then"]} />
      </Row>
      <Row label="Only">
        <HourFields hours={rule.hours} onChange={(hours) => onChange({ hours })} />
        <CapFields rule={rule} onChange={onChange} />
      </Row>
      <Row label="Otherwise">
        <span className={classes.otherwise}>{otherwiseText(rule)}</span>
      </Row>
    </div>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={classes.row} role="group" aria-label={label}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <div className={classes.fields}>{children}</div>
    </div>
  );
}
