import { FIELD_KINDS, KINDS } from "@kith/filter/kinds";
import classes from "./kind-picker.module.css";
import type { FieldKind } from "./types.ts";
import { KIND_ICONS } from "./kinds.ts";

interface KindPickerProps {
  value: FieldKind;
  onChange: (kind: FieldKind) => void;
}

/** All kinds at once, each with what it holds: arrow keys walk through them. */
export function KindPicker({ value, onChange }: KindPickerProps) {
  return (
    <fieldset className={classes.set}>
      <legend className={classes.legend}>Kind</legend>
      <div className={classes.grid}>
        {FIELD_KINDS.map((kind) => (
          <KindChoice key={kind} kind={kind} isChosen={kind === value} onChoose={() => onChange(kind)} />
        ))}
      </div>
    </fieldset>
  );
}

function KindChoice({ kind, isChosen, onChoose }: { kind: FieldKind; isChosen: boolean; onChoose: () => void }) {
  const { label, description } = KINDS[kind];
  const Icon = KIND_ICONS[kind];
  return (
    <label className={classes.kind}>
      <input className={classes.radio} type="radio" name="kind" value={kind} checked={isChosen} onChange={onChoose} />
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.text}>
        <span className={classes.name}>{label}</span>
        <span className={classes.words}>{description}</span>
      </span>
    </label>
  );
}
