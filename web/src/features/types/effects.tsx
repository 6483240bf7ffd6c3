import { IconAlertTriangle, IconArchive } from "@tabler/icons-react";
import type { OutputOf } from "@kith/server/contract";
import { countText, type RecordType } from "./types.ts";
import classes from "./effects.module.css";

export type FieldEffects = Pick<OutputOf<"types.updateField">, "records_affected" | "records_without">;

export const hasEffects = (effects: FieldEffects) => effects.records_affected > 0 || effects.records_without > 0;

interface EffectsProps {
  type: RecordType;
  field: string;
  effects: FieldEffects;
}

/** What a change of a field would do, in sentences, before it is done. */
export function Effects({ type, field, effects }: EffectsProps) {
  const { records_affected: affected, records_without: without } = effects;
  return (
    <ul className={classes.list} aria-label="What this change does">
      {affected > 0 && (
        <li>
          <IconArchive size={16} stroke={1.75} aria-hidden />
          <p>
            <b>{countText(affected, type)}</b> {affected === 1 ? "holds" : "hold"} an option that is no longer offered. They keep it until
            somebody chooses another.
          </p>
        </li>
      )}
      {without > 0 && (
        <li>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <p>
            <b>{countText(without, type)}</b> {without === 1 ? "has" : "have"} no {field}. They stay as they are; new ones need it.
          </p>
        </li>
      )}
    </ul>
  );
}
