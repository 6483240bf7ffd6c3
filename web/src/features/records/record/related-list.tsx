import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../calls.ts";
import { type Field, fieldOf, optionOf, type RecordType, StageRing, TypeIcon, useTypes } from "../../types/index.ts";
import { type CrmRecord, FieldEditor, FieldValue, isBlank, listOf } from "../../fields/index.ts";
import { useSaveRecord } from "../save/save-record.ts";
import classes from "./record.module.css";
import { QuickAdd } from "./quick-add.tsx";

const SHOWN = 8;

/** The records at the other end of one relation, with a way to add to them. */
export function RelatedList({ type, field, record }: { type: RecordType; field: Field; record: CrmRecord }) {
  const { items: types } = useTypes();
  const other = types.find((one) => one.key === field.relation?.type);
  const [isAdding, setAdding] = useState(false);
  const save = useSaveRecord();
  const related = useRelated(record, field, other);
  if (!other) return null;
  const isBack = field.is_read_only;
  return (
    <section className={classes.related} aria-label={field.label}>
      <header className={classes.relatedHead}>
        <h2 className={classes.groupTitle}>{field.label}</h2>
        {(field.is_multi || related.count > 1) && related.count > 0 && <span className="k-faint k-number">{related.count}</span>}
        {record.deleted_at === null && (
          <ActionIcon aria-label={`Add to ${field.label}`} onClick={() => setAdding(true)}>
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      {isAdding && !isBack && (
        <div className={classes.editor} data-editing>
          <FieldEditor
            field={field}
            value={record.values[field.key]}
            onSave={(next) => {
              save(record, { [field.key]: next });
              setAdding(false);
            }}
            onCancel={() => setAdding(false)}
          />
        </div>
      )}
      {isAdding && isBack && <QuickAdd type={other} field={field} record={record} from={type} onDone={() => setAdding(false)} />}
      {related.records.map((one) => (
        <RelatedRow type={other} record={one} key={one.id} />
      ))}
      {related.count > related.records.length && (
        <Link className={classes.all} to="/records/$type" params={{ type: other.key }} search={{ filter: related.filter }}>
          All {related.count}
        </Link>
      )}
      {related.count === 0 && !isAdding && <p className="k-faint">None</p>}
    </section>
  );
}

/** Related records with what tells them: the service is asked for those that name this one. */
function useRelated(record: CrmRecord, field: Field, other: RecordType | undefined) {
  const back = other?.fields.find((one) => one.relation?.type === record.type && one.relation.inverse === field.key);
  const filter = back ? `${back.key}:${record.id}` : "";
  const query = useQuery({
    ...read("records.list", { type: other?.key ?? "", filter, sort: "-updated_at", limit: SHOWN, count: "estimate" }),
    enabled: other !== undefined && filter !== "",
  });
  const named = listOf(record.values[field.key]) as CrmRecord[];
  const found = query.data?.items;
  if (field.is_read_only && found) return { records: found, count: query.data?.count?.value ?? found.length, filter };
  // Its own relations are a value of the record: what was just chosen stands there before anybody was asked.
  const records = named.slice(0, SHOWN).map((one) => found?.find((told) => told.id === one.id) ?? one);
  return { records, count: named.length, filter };
}

function RelatedRow({ type, record }: { type: RecordType; record: CrmRecord }) {
  const stageField = fieldOf(type, type.stage_field);
  const stage = stageField && record.values && optionOf(stageField, record.values[stageField.key]);
  const side = fieldOf(type, type.amount_field ?? type.date_field);
  const value = side && record.values ? record.values[side.key] : undefined;
  return (
    <Link className={classes.relatedRow} to="/records/$type/$id" params={{ type: type.key, id: record.id }}>
      {stageField && stage ? <StageRing field={stageField} option={stage} /> : <TypeIcon name={type.icon} size={16} />}
      <span className="k-truncate">{record.title}</span>
      {side && !isBlank(value) && (
        <span className={classes.side}>
          <FieldValue field={side} value={value} type={type} record={record} />
        </span>
      )}
    </Link>
  );
}
