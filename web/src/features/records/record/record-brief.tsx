import { countryName, isCountryKey } from "@kith/filter/values";
import { type ReactNode, useState } from "react";
import { ErrorState, FieldSkeleton } from "../../../ui/states.tsx";
import { type CrmRecord, FieldValue, isBlank } from "../../fields/index.ts";
import { factsOf, type Field, isRelation, type RecordType, useTypes } from "../../types/index.ts";
import { useRecord } from "../read/use-record.ts";
import { FieldGroups } from "./field-groups.tsx";
import { OpenRelated } from "./open-related.tsx";
import classes from "./record-brief.module.css";

/** As many facts as leave room for what is open. */
const MAX_FACTS = 5;

interface RecordBriefProps {
  id: string;
  /** Fields that stand elsewhere on the page already. */
  except: readonly string[];
  /** Facts that are kept elsewhere, each a `BriefFact`. */
  more?: ReactNode;
}

/** A record beside something else that is about it: its main facts, all of its fields when asked, and what is still open with it. */
export function RecordBrief({ id, except, more }: RecordBriefProps) {
  const { items: types } = useTypes();
  const { record, error, refetch } = useRecord(id);
  const [isWhole, setWhole] = useState(false);
  const type = types.find((one) => one.key === record?.type);
  if (!record || !type)
    return error ? (
      <ErrorState title="The record could not be loaded" message={error.message} onRetry={refetch} />
    ) : (
      <FieldSkeleton fields={4} />
    );
  return (
    <>
      <div className={classes.brief}>
        {isWhole ? <FieldGroups type={type} record={record} /> : <Facts type={type} record={record} except={except} />}
        {more}
        <button className={classes.toggle} type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Fewer fields" : "All fields"}
        </button>
      </div>
      {byWorth(type.fields.filter(isRelation), types).map((field) => (
        <OpenRelated field={field} record={record} key={field.key} />
      ))}
    </>
  );
}

/** One more line, as the facts of the record are. */
export function BriefFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={`${classes.facts} ${classes.fact}`}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </dl>
  );
}

/** A section below, as what is open is. */
export function BesideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.open} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}

/** What is about money comes first. */
function byWorth(relations: Field[], types: RecordType[]): Field[] {
  const hasAmount = ({ relation }: Field) => Boolean(types.find((one) => one.key === relation?.type)?.amount_field);
  return relations.toSorted((one, other) => Number(hasAmount(other)) - Number(hasAmount(one)));
}

/** What is known, in the order of the fields: whom it belongs to first. What is empty is left out. */
function Facts({ type, record, except }: { type: RecordType; record: CrmRecord; except: readonly string[] }) {
  const isFact = (field: Field) => !isBlank(record.values[field.key]) && !except.includes(field.key) && !LEFT_OUT.has(field.key);
  const own = type.fields.filter((field) => isFact(field) && !field.is_read_only && !factsOf(field).isLong);
  const shown = [...own.filter(isRelation), ...own.filter((field) => !isRelation(field))].slice(0, MAX_FACTS);
  return (
    <dl className={classes.facts}>
      {shown.map((field) => (
        <div className={classes.fact} data-related={isRelation(field) || undefined} key={field.key}>
          <dt className={classes.label}>{field.label}</dt>
          <dd className={classes.value}>
            <FieldValue field={field} value={shownValue(field, record)} type={type} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Beside something else there is room for the name of a country. */
function shownValue({ key }: Field, { values }: CrmRecord): unknown {
  const value = values[key];
  return isCountryKey(key) && typeof value === "string" ? countryName(value) : value;
}

const LEFT_OUT = new Set(["name", "owner", "created_at", "updated_at"]);
