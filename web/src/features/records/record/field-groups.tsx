import { Fragment } from "react";
import { CopyIcon } from "../../../ui/copy.tsx";
import { RelativeTime } from "../../../ui/clock.tsx";
import { type Field, fieldOf, isRelation, oneOf, type RecordType } from "../../types/index.ts";
import { NAME } from "../../views/index.ts";
import { type CrmRecord, isBlank } from "../../fields/index.ts";
import { EditableField } from "./editable-field.tsx";
import classes from "./record.module.css";
import { likelihoodOf } from "./weighted-amount.ts";

/** Told elsewhere: in the title, among what is said about the record itself, and by the stage. */
const ELSEWHERE = new Set([NAME, "created_at", "updated_at", "stage_entered_at"]);

/** Every field of a record: what it is judged by first, then the rest, then the record itself. */
export function FieldGroups({ type, record }: { type: RecordType; record: CrmRecord }) {
  const own = type.fields.filter((field) => !ELSEWHERE.has(field.key) && !(isRelation(field) && field.is_read_only));
  const leading = [type.stage_field, type.amount_field, type.date_field, "owner"].flatMap((key) => fieldOf(type, key) ?? []);
  // What nobody can fill in is shown once there is something in it, such as when a deal was won.
  const isShown = (field: Field) => !field.is_read_only || !isBlank(record.values[field.key]);
  const rest = own.filter((field) => !leading.includes(field) && !isRelation(field) && isShown(field));
  return (
    <div className={classes.groups}>
      <Group title={type.label} fields={leading} type={type} record={record} />
      {rest.length > 0 && <Group title="Details" fields={rest} type={type} record={record} />}
      <section className={classes.group} aria-label="Record">
        <h2 className={classes.groupTitle}>Record</h2>
        <div className={classes.field}>
          <span className={classes.label}>Created</span>
          <span className={classes.value}>
            <RelativeTime at={record.created_at} />
          </span>
        </div>
        <div className={classes.field}>
          <span className={classes.label}>Changed</span>
          <span className={classes.value}>
            <RelativeTime at={record.updated_at} />
          </span>
        </div>
        <div className={classes.field}>
          <span className={classes.label}>Id</span>
          <span className={classes.value}>
            <code className="k-truncate">{record.id}</code>
            <CopyIcon text={record.id} label={`Copy the id of this ${oneOf(type)}`} />
          </span>
        </div>
      </section>
    </div>
  );
}

function Group({ title, fields, type, record }: { title: string; fields: Field[]; type: RecordType; record: CrmRecord }) {
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.groupTitle}>{title}</h2>
      {fields.map((field) => (
        <Fragment key={field.key}>
          <EditableField type={type} field={field} record={record} />
          {field.key === type.amount_field && <Likelihood type={type} record={record} />}
        </Fragment>
      ))}
    </section>
  );
}

/** What of the amount to count on. The stage decides it, so it is changed there. */
function Likelihood({ type, record }: { type: RecordType; record: CrmRecord }) {
  const likelihood = likelihoodOf(type, record);
  if (!likelihood) return null;
  return (
    <div className={classes.field}>
      <span className={classes.label}>Probability</span>
      <span className={`${classes.value} ${classes.likelihood}`}>
        <span className="k-number">{likelihood.probability}%</span>
        {likelihood.weighted && <span className="k-faint k-number">{likelihood.weighted} weighted</span>}
      </span>
    </div>
  );
}
