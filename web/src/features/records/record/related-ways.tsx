import { type CrmRecord, FieldValue, isBlank } from "../../fields/index.ts";
import { factsOf, type Field, type RecordType } from "../../types/index.ts";
import ownClasses from "./related-list.module.css";

/** How to reach who stands beside a record, without opening them: their first email and phone. */
export function RelatedWays({ type, record }: { type: RecordType; record: CrmRecord }) {
  const ways = type.fields.filter((field) => isWay(field) && !isBlank(record.values[field.key]));
  if (ways.length === 0) return null;
  return (
    <span className={ownClasses.ways}>
      {ways.map((field) => (
        <FieldValue field={field} value={record.values[field.key]} look="line" type={type} record={record} key={field.key} />
      ))}
    </span>
  );
}

export function isWay(field: Field): boolean {
  const { format } = factsOf(field);
  return format === "email" || format === "phone";
}
