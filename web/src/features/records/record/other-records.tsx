import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../calls.ts";
import { type CrmRecord, isRelated, listOf } from "../../fields/index.ts";
import { isRelation, manyOf, type RecordType } from "../../types/index.ts";
import { RecordSection } from "./record-parts.tsx";
import { RelatedRow } from "./related-row.tsx";
import classes from "./record.module.css";

const SHOWN = 4;

/** What else there is of this type for the same record, such as an organization's other deals, the largest first. Only of types that have amounts, and not while there are none. */
export function OtherRecords({ type, record }: { type: RecordType; record: CrmRecord }) {
  const relation = type.fields.find((field) => isRelation(field) && !field.is_multi && !field.is_read_only);
  const [shared] = relation ? listOf(record.values[relation.key]).filter(isRelated) : [];
  const filter = relation && shared && type.amount_field ? `${relation.key}:${shared.id} -id:${record.id}` : "";
  const { data } = useQuery({
    ...read("records.list", { type: type.key, filter, sort: `-${type.amount_field}`, limit: SHOWN, count: "estimate" }),
    enabled: filter !== "",
  });
  if (filter === "" || !data || data.items.length === 0) return null;
  const count = data.count?.value ?? data.items.length;
  return (
    <RecordSection title={`Other ${manyOf(type)}`} side={<span className="k-faint k-number">{count}</span>}>
      {data.items.map((one) => (
        <RelatedRow type={type} record={one} key={one.id} />
      ))}
      {count > data.items.length && (
        <Link className={classes.all} to="/records/$type" params={{ type: type.key }} search={{ filter }}>
          All {count}
        </Link>
      )}
    </RecordSection>
  );
}
