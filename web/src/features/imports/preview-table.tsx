import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../calls.ts";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { Notice, SkeletonRows } from "../../ui/states.tsx";
import { FieldValue } from "../fields/index.ts";
import { type Field, fieldOf, type RecordType } from "../types/index.ts";
import { messageOf, type Plan, type Preview } from "./import.ts";
import classes from "./imports.module.css";

interface PreviewTableProps {
  query: ReturnType<typeof usePreview>;
  type: RecordType;
  plan: Plan;
}

/** Asked again whenever the plan changes; the old answer stays until then. */
export const usePreview = (id: string, plan: Plan) =>
  useQuery({
    ...read("imports.preview", { id, ...plan }),
    enabled: plan.mapping.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The first rows as the records they would become. */
export function PreviewTable({ query, type, plan }: PreviewTableProps) {
  return (
    <Section title="Preview" lead="The first rows. Nothing is saved yet.">
      {plan.mapping.length === 0 ? (
        <Notice>Choose where at least one column goes.</Notice>
      ) : query.isError ? (
        <Notice tone="bad">{messageOf(query.error)}</Notice>
      ) : query.data ? (
        <Rows rows={query.data.rows} type={type} fields={fieldsIn(type, plan)} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Section>
  );
}

const fieldsIn = (type: RecordType, plan: Plan): Field[] =>
  [...new Set(plan.mapping.map((one) => one.field))].flatMap((key) => fieldOf(type, key) ?? []);

function Rows({ rows, type, fields }: { rows: Preview["rows"]; type: RecordType; fields: Field[] }) {
  return (
    <>
      {/* It can be wider than the page: with the keyboard it is scrolled while it has the focus. */}
      <div className={classes.box} role="region" aria-label="First rows of the file" tabIndex={0}>
        <table className={`${classes.table} ${classes.preview}`}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Becomes</th>
              {fields.map((field) => (
                <th scope="col" key={field.key}>
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td data-number>{row.row}</td>
                <td>
                  <Status row={row} type={type} />
                </td>
                {fields.map((field) => (
                  <td key={field.key}>{cellOf(row, field, type)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Reasons rows={rows} />
    </>
  );
}

const REASONS_SHOWN = 3;

/** Why rows among the first are refused, or cells left empty, in words. */
function Reasons({ rows }: { rows: Preview["rows"] }) {
  const problems = rows
    .flatMap((row) => row.problems)
    .toSorted((one, other) => Number(one.is_left_empty) - Number(other.is_left_empty))
    .slice(0, REASONS_SHOWN);
  if (problems.length === 0) return null;
  return (
    <ul className={classes.reasons} aria-label="What cannot be read">
      {problems.map((problem) => (
        <li key={`${problem.row} ${problem.field} ${problem.message}`} data-warning={problem.is_left_empty || undefined}>
          Row {problem.row}
          {problem.column && `, ${problem.column}`}: {problem.message}
          {problem.is_left_empty && " The cell is left empty."}
        </li>
      ))}
    </ul>
  );
}

function cellOf(row: Preview["rows"][number], field: Field, type: RecordType): ReactNode {
  const problem = row.problems.find((one) => one.field === field.key);
  const fresh = row.new_records.filter((one) => one.field === field.key).map((one) => one.name);
  if (fresh.length > 0 && !problem)
    return (
      <>
        {fresh.join(", ")} <span className={classes.fresh}>new</span>
      </>
    );
  if (!problem) return <FieldValue field={field} value={row.values[field.key]} type={type} />;
  return (
    <span
      className={problem.is_left_empty ? classes.left : classes.wrong}
      title={`${problem.message} ${problem.hint ?? ""}${problem.is_left_empty ? " The cell is left empty." : ""}`}
    >
      {problem.given || "blank"}
    </span>
  );
}

function Status({ row, type }: { row: Preview["rows"][number]; type: RecordType }) {
  const problem = row.problems.find((one) => !one.is_left_empty);
  if (row.status === "failed")
    return (
      <span title={problem ? `${problem.message} ${problem.hint ?? ""}` : undefined}>
        <StatePill tone="bad">Refused</StatePill>
      </span>
    );
  if (row.status === "created") return <StatePill tone="good">{`New ${type.label.toLowerCase()}`}</StatePill>;
  return <StatePill>{row.status === "updated" ? "Changes" : "No change"}</StatePill>;
}
