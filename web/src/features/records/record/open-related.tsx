import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../../calls.ts";
import { useClock } from "../../../ui/clock.tsx";
import { longDay, relativeDay } from "../../../ui/day-text.ts";
import { dayOf } from "../../../ui/time-text.ts";
import { type CrmRecord, FieldValue, isBlank, lateness } from "../../fields/index.ts";
import { type Field, fieldOf, manyOf, optionOf, type RecordType, StageRing, useTypes } from "../../types/index.ts";
import classes from "./record-brief.module.css";

const SHOWN = 3;

/** Records at the other end of a relation that are not finished, such as open deals and tasks: the next one first. Nothing while there are none. */
export function OpenRelated({ field, record }: { field: Field; record: CrmRecord }) {
  const { items: types } = useTypes();
  const other = types.find((one) => one.key === field.relation?.type);
  const back = other?.fields.find((one) => one.relation?.type === record.type && one.relation.inverse === field.key);
  const filter = other?.stage_field && back ? `${back.key}:${record.id} is:open` : "";
  const { data } = useQuery({
    ...read("records.list", { type: other?.key ?? "", filter, sort: other?.date_field ?? "-updated_at", limit: SHOWN, count: "estimate" }),
    enabled: filter !== "",
  });
  if (!other || !data || data.items.length === 0) return null;
  const count = data.count?.value ?? data.items.length;
  const title = `Open ${manyOf(other)}`;
  return (
    <section className={classes.open} aria-label={title}>
      <h3 className={classes.title}>
        {title} <span className={classes.count}>{count}</span>
      </h3>
      {data.items.map((one) => (
        <OpenRow type={other} record={one} key={one.id} />
      ))}
      {count > data.items.length && (
        <Link className={classes.all} to="/records/$type" params={{ type: other.key }} search={{ filter }}>
          All {count}
        </Link>
      )}
    </section>
  );
}

function OpenRow({ type, record }: { type: RecordType; record: CrmRecord }) {
  const stageField = fieldOf(type, type.stage_field);
  const stage = stageField && optionOf(stageField, record.values[stageField.key]);
  const amount = fieldOf(type, type.amount_field);
  const hasDay = !isBlank(record.values[type.date_field ?? ""]);
  // "Due tomorrow" says of a task that it is open; the stage of a deal says how far it is.
  const isStageShown = amount !== undefined || !hasDay;
  const worth = amount && !isBlank(record.values[amount.key]) ? record.values[amount.key] : undefined;
  return (
    <Link className={classes.row} to="/records/$type/$id" params={{ type: type.key, id: record.id }}>
      {stageField && stage && <StageRing field={stageField} option={stage} />}
      <span className={classes.words}>
        <span className={`${classes.name} k-truncate`}>{record.title}</span>
        <span className={`${classes.sub} k-truncate`}>
          {isStageShown && <Part>{stage?.label}</Part>}
          {amount && worth !== undefined && (
            <Part>
              <FieldValue field={amount} value={worth} type={type} record={record} isInert />
            </Part>
          )}
          {hasDay && (
            <Part>
              <Day type={type} record={record} withLabel={!isStageShown} />
            </Part>
          )}
        </span>
      </span>
    </Link>
  );
}

const Part = ({ children }: { children: ReactNode }) => <span className={classes.part}>{children}</span>;

/** When it is due, closes or happens; what is near or past stands out. */
function Day({ type, record, withLabel }: { type: RecordType; record: CrmRecord; withLabel: boolean }) {
  const { now, zone } = useClock();
  const field = fieldOf(type, type.date_field);
  if (!field) return null;
  const [day, today] = [String(record.values[field.key]).slice(0, 10), dayOf(now, zone)];
  return (
    <time dateTime={day} title={`${field.label}: ${longDay(day)}`} data-tone={lateness(type, record, day, today)}>
      {withLabel && `${field.label} `}
      {relativeDay(day, today)}
    </time>
  );
}
