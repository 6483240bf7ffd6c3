import { FormField } from "../../records/index.ts";
import { type Field, fieldOf, type RecordType, TypeIcon } from "../../types/index.ts";
import type { Values } from "../../fields/index.ts";
import type { Preview } from "./preview.ts";
import classes from "./convert.module.css";

interface DealFieldsProps {
  type: RecordType;
  values: Values;
  onChange: (key: string, value: unknown) => void;
  onEnter: (key: string, value: unknown) => void;
  /** By pointer. */
  errors: Record<string, string>;
}

/** What a deal is judged by: the rest is filled in on its page. */
export function DealFields({ type, values, onChange, onEnter, errors }: DealFieldsProps) {
  return (
    <>
      <h3 className={classes.legend}>
        <TypeIcon name={type.icon} />
        <b>{type.label}</b>
      </h3>
      <div className={classes.deal}>
        {dealFields(type).map((field) => (
          <FormField
            field={field}
            value={values[field.key]}
            onChange={(value) => onChange(field.key, value)}
            onEnter={(value) => onEnter(field.key, value)}
            error={errors[`deal/values/${field.key}`]}
            isStacked
            key={field.key}
          />
        ))}
      </div>
    </>
  );
}

function dealFields(type: RecordType): Field[] {
  const first = ["name", type.amount_field, type.stage_field, type.date_field, "owner"].flatMap((key) => fieldOf(type, key) ?? []);
  return [...first, ...type.fields.filter((field) => field.is_required && !field.is_read_only && !first.includes(field))];
}

export const startingDeal = (type: RecordType, { deal }: Preview): Values => ({
  name: deal.name,
  ...(type.stage_field && deal.stage ? { [type.stage_field]: deal.stage } : {}),
  ...(deal.owner ? { owner: deal.owner } : {}),
});
