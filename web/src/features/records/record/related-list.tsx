import { ActionIcon } from "@mantine/core";
import { IconLink, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../calls.ts";
import { withArticle } from "../../../ui/article.ts";
import { type Field, oneOf, type RecordType, useTypes } from "../../types/index.ts";
import { type CrmRecord, FieldEditor, isRelated, listOf } from "../../fields/index.ts";
import classes from "./record.module.css";
import { QuickAdd } from "./quick-add.tsx";
import { RelatedRow } from "./related-row.tsx";
import { RelatedWorth } from "./related-worth.tsx";
import { useLinks } from "./use-links.ts";

const SHOWN = 8;

/** The records at the other end of one relation. From both ends the same: link one that is there, make a new one, or take one out. */
export function RelatedList({ field, record }: { field: Field; record: CrmRecord }) {
  const { items: types } = useTypes();
  const other = types.find((one) => one.key === field.relation?.type);
  const back = other?.fields.find((one) => one.relation?.type === record.type && one.relation.inverse === field.key);
  const [adding, setAdding] = useState<"link" | "new">();
  const { link, unlink } = useLinks(record, field, back);
  const related = useRelated(record, field, other, back);
  if (!other) return null;
  const close = () => setAdding(undefined);
  const canChange = record.deleted_at === null;
  const own = types.find((one) => one.key === record.type);
  const isForOne = !field.is_multi && !field.is_read_only && Boolean(own?.amount_field && own.stage_field);
  return (
    <section className={classes.related} aria-label={field.label}>
      <header className={classes.relatedHead}>
        <h2 className={classes.groupTitle}>{field.label}</h2>
        {(field.is_multi || related.count > 1) && related.count > 0 && <span className="k-faint k-number">{related.count}</span>}
        {canChange && (
          <span className={classes.relatedWays}>
            <ActionIcon
              aria-label={`Link ${withArticle(oneOf(other))}`}
              title={`Link ${withArticle(oneOf(other))}`}
              onClick={() => setAdding("link")}
            >
              <IconLink size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon aria-label={`New ${oneOf(other)}`} title={`New ${oneOf(other)}`} onClick={() => setAdding("new")}>
              <IconPlus size={16} stroke={1.75} />
            </ActionIcon>
          </span>
        )}
      </header>
      {adding === "link" && (
        <div className={classes.editor} data-editing>
          <FieldEditor
            field={oneMore(field)}
            value={null}
            except={record.id}
            onSave={(chosen) => {
              if (isRelated(chosen)) link(chosen);
              close();
            }}
            onCancel={close}
          />
        </div>
      )}
      {adding === "new" && (
        <QuickAdd type={other} back={field.is_read_only ? back : undefined} record={record} onAdded={link} onDone={close} />
      )}
      {related.records.map((one) => (
        <RelatedRow
          type={other}
          record={one}
          from={field.label}
          onRemove={canChange ? unlink : undefined}
          more={isForOne && own ? <RelatedWorth type={own} field={field} record={one} /> : undefined}
          key={one.id}
        />
      ))}
      {related.count > related.records.length && (
        <Link className={classes.all} to="/records/$type" params={{ type: other.key }} search={{ filter: related.filter }}>
          All {related.count}
        </Link>
      )}
      {related.count === 0 && !adding && <p className="k-faint">None</p>}
    </section>
  );
}

/** The editor for one record of the relation: what is linked already is not at stake. */
const oneMore = (field: Field): Field => ({ ...field, is_multi: false, is_read_only: false, is_required: true });

/** Related records with what tells them: the service is asked for those that name this one. */
function useRelated(record: CrmRecord, field: Field, other: RecordType | undefined, back: Field | undefined) {
  const filter = back ? `${back.key}:${record.id}` : "";
  const query = useQuery({
    ...read("records.list", { type: other?.key ?? "", filter, sort: "-updated_at", limit: SHOWN, count: "estimate" }),
    enabled: other !== undefined && filter !== "",
  });
  const named = listOf(record.values[field.key]) as CrmRecord[];
  const found = query.data?.items;
  if (field.is_read_only && found) return { records: found, count: query.data?.count?.value ?? found.length, filter };
  // Its own relations are a value of the record: what was just chosen stands there before anybody was asked.
  const records = named.slice(0, SHOWN).map((one) => found?.find((complete) => complete.id === one.id) ?? one);
  return { records, count: named.length, filter };
}
