import type { ReactNode } from "react";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type CrmRecord, FieldValue, isBlank, listOf } from "../../fields/index.ts";
import { factsOf, fieldOf, optionOf, type RecordType, StageRing, TypeIcon } from "../../types/index.ts";
import { NAME } from "../../views/index.ts";
import classes from "./record.module.css";
import ownClasses from "./related-list.module.css";
import { isWay, RelatedWays } from "./related-ways.tsx";

/** Who or what it is, in a few words: the role of a contact, the industry of an organization, or its city. How to reach them stands below. */
function RelatedFacts({ type, record }: { type: RecordType; record: CrmRecord }) {
  const lines = type.fields.filter(
    (field) => factsOf(field).shape === "text" && !factsOf(field).isLong && field.key !== NAME && !isWay(field),
  );
  const role = lines.find((field) => !factsOf(field).format);
  // A choice that comes before every text says more than a text further down.
  const kind = type.fields.find((field) => field === role || (factsOf(field).shape === "option" && !field.is_multi));
  const field = [kind, role, ...lines.filter((one) => factsOf(one).format)].find((one) => one && !isBlank(record.values[one.key]));
  if (!field) return null;
  const value = listOf(record.values[field.key])[0];
  return (
    <span className={`${ownClasses.facts} k-truncate`}>
      {optionOf(field, value)?.label ?? <FieldValue field={field} value={value} type={type} record={record} isInert />}
    </span>
  );
}

interface RelatedRowProps {
  type: RecordType;
  record: CrmRecord;
  /** The list that it can be removed from. */
  from?: string;
  onRemove?: ((record: CrmRecord) => void) | undefined;
  /** A line about it that comes from elsewhere. */
  more?: ReactNode;
}

/** A record among others beside a record: its name, its stage or who it is, and its amount or day. */
export function RelatedRow({ type, record, from, onRemove, more }: RelatedRowProps) {
  const stageField = fieldOf(type, type.stage_field);
  const stage = stageField && record.values && optionOf(stageField, record.values[stageField.key]);
  const side = fieldOf(type, type.amount_field ?? type.date_field);
  const value = side && record.values ? record.values[side.key] : undefined;
  return (
    <>
      <div className={classes.relatedLine}>
        <Link className={classes.relatedRow} to="/records/$type/$id" params={{ type: type.key, id: record.id }}>
          {stageField && stage ? <StageRing field={stageField} option={stage} /> : <TypeIcon name={type.icon} size={16} />}
          <span className={ownClasses.words}>
            <span className="k-truncate">{record.title}</span>
            {!stage && record.values && <RelatedFacts type={type} record={record} />}
            {more}
          </span>
          {side && !isBlank(value) && (
            <span className={classes.side}>
              <FieldValue field={side} value={value} type={type} record={record} />
            </span>
          )}
        </Link>
        {onRemove && (
          <ActionIcon aria-label={`Remove ${record.title} from ${from}`} title="Remove the link" onClick={() => onRemove(record)}>
            <IconX size={14} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {!stage && record.values && <RelatedWays type={type} record={record} />}
    </>
  );
}
