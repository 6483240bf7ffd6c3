import type { OutputOf } from "@kith/server/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../calls.ts";
import { ErrorState } from "../../../ui/states.tsx";
import { type Field, fieldOf, isRelation, manyOf, oneOf, type RecordType } from "../../types/index.ts";
import { countText, type CrmRecord, FieldValue } from "../../fields/index.ts";
import classes from "./matches.module.css";

const SHOWN = 10;
const MAX_VALUES = 2;

/** The first records that pass, and how many there are. */
export function Matches({ type, filter }: { type: RecordType; filter: string }) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read("records.list", { type: type.key, filter, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState title="The records could not be loaded" message={error.message} onRetry={() => void refetch()} />;
  const fields = shownFields(type, filter);
  return (
    <div className={classes.box} aria-busy={isPlaceholderData || !data}>
      <p className={classes.count} role="status">
        {data ? matchText(type, data.count) : " "}
      </p>
      <ol className={classes.list} aria-label="First matches">
        {data?.items.map((record) => (
          <Match type={type} record={record} fields={fields} key={record.id} />
        ))}
      </ol>
    </div>
  );
}

function Match({ type, record, fields }: { type: RecordType; record: CrmRecord; fields: Field[] }) {
  return (
    <li className={classes.row}>
      <Link className={classes.name} to="/records/$type/$id" params={{ type: type.key, id: record.id }}>
        {record.title || "Without a name"}
      </Link>
      {fields.map((field) => (
        <span className={classes.value} key={field.key}>
          <FieldValue field={field} value={record.values[field.key]} type={type} record={record} />
        </span>
      ))}
    </li>
  );
}

function matchText(type: RecordType, count: OutputOf<"records.list">["count"]): string {
  if (!count) return "";
  if (count.value === 0) return `No ${manyOf(type)} match this filter`;
  return count.value === 1 ? `1 ${oneOf(type)} matches` : `${countText(count)} ${manyOf(type)} match`;
}

/** What the filter is about is what a reader wants to see; otherwise what the type is about. */
function shownFields(type: RecordType, filter: string): Field[] {
  const named = type.fields.filter((field) => field.key !== "name" && !isRelation(field) && filter.includes(field.key));
  const own = [type.stage_field, type.amount_field, type.date_field].flatMap((key) => fieldOf(type, key) ?? []);
  return [...new Set([...named, ...own])].slice(0, MAX_VALUES);
}
