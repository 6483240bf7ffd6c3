import { isTime } from "@kith/filter/kinds";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { conditionFor } from "./filter.ts";
import { groupingBy, labelGroups, showKey } from "./grouping.ts";
import { unknownFieldError } from "../find-by-name.ts";
import { literal } from "./sort.ts";

interface Measure {
  /** `weighted`: the type's amount, times the probability of the record's stage. */
  measure: "count" | "sum" | "average" | "median" | "min" | "max" | "weighted";
  field?: string | undefined;
}

interface Wanted {
  filter?: string | undefined;
  measures: Measure[];
  group_by?: string | undefined;
  interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
  limit: number;
}

const bad = (message: string) => new AppError(400, "bad_aggregate", message);

/** Counts and sums over a filter, whole or in groups. */
export async function aggregateRecords(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, wanted: Wanted) {
  const filter = await conditionFor(call, schema, type, wanted.filter);
  const measures = wanted.measures.map((one) => measureOf(type, one));
  const groupField = wanted.group_by === undefined ? undefined : fieldNamed(type, wanted.group_by);
  const group = groupField && groupingBy(groupField, wanted.interval, call.actor.company.timeZone, schema.formats.weekStart);
  // As text, so that no digit is lost; sorted as numbers before that, because 9 is less than 10.
  const columns = [
    ...measures.map((one, at) => sql`${one}${raw(wanted.measures[at]?.measure === "count" ? "" : "::text")} as ${raw(`m${at}`)}`),
    ...(group?.spelling ? [sql`${group.spelling} as spelling`] : []),
  ];
  const largestFirst = sql`${measures[0] ?? raw("1")} desc nulls last, 1`;
  const { text, values } = toQuery(sql`select ${group ? group.expression : raw("null")}::text as key, ${join(columns, ", ", "")}
    from company_records r ${group?.join ?? raw("")} where r.company_id = ${call.actor.companyId} and r.type_id = ${type.id} and ${filter}
    ${group ? sql`group by 1 order by ${group.isTime ? raw("1") : largestFirst} limit ${wanted.limit + 1}` : raw("")}`);
  const rows = await call.tx.query<Record<string, string | number | null>>(text, values);
  const shown = rows.slice(0, wanted.limit);
  const labels = groupField ? await labelGroups(call, groupField, shown.map(keyOf)) : new Map<string | null, string>();
  return {
    groups: shown.map((row) => {
      const key = keyOf(row);
      return {
        key: key !== null && groupField ? showKey(groupField, key) : key,
        label: groupField ? (labels.get(key) ?? key ?? "None") : "All",
        values: measures.map((_, at) => row[`m${at}`] ?? null),
      };
    }),
    is_cut: rows.length > wanted.limit,
    currency: schema.formats.currency,
  };
}

const keyOf = (row: Record<string, string | number | null>) => (row["spelling"] ?? row["key"] ?? null) as string | null;

function fieldNamed(type: TypeDefinition, name: string): FieldDefinition {
  const field = findField(type, name);
  if (field) return field;
  const { message, hint = "" } = unknownFieldError(type, name);
  throw bad(`${message} ${hint}`);
}

function canMeasure(field: FieldDefinition, measure: Measure["measure"]): boolean {
  return field.shape === "number" || (isTime(field) && (measure === "min" || measure === "max"));
}

function measurable(type: TypeDefinition, measure: Measure["measure"]): string {
  const keys = type.fields.filter((field) => canMeasure(field, measure)).map((field) => field.key);
  return keys.length > 0 ? `It can be taken of ${keys.join(", ")}.` : `${type.labelPlural} have no such field: count them.`;
}

const FUNCTIONS = { sum: "sum", average: "avg", min: "min", max: "max" } as const;

function measureOf(type: TypeDefinition, { measure, field: name }: Measure): Sql {
  if (measure === "count") return raw("count(*)::int");
  if (measure === "weighted") return weightedSum(type);
  if (name === undefined) throw bad(`Name the field for the ${measure} in \`field\`. ${measurable(type, measure)}`);
  const field = fieldNamed(type, name);
  if (!canMeasure(field, measure))
    throw bad(`There is no ${measure} of ${field.label}, which is a ${field.kind} field. ${measurable(type, measure)}`);
  const value =
    field.place.kind === "column"
      ? raw(`r.${field.place.column}`)
      : sql`(r.data ->> ${raw(literal(field.key))})${raw(field.shape === "number" ? "::numeric" : "")}`;
  if (measure === "median") return sql`percentile_cont(0.5) within group (order by ${value})`;
  return sql`${raw(FUNCTIONS[measure])}(${value})`;
}

/** The expected amount: each amount times the probability of its stage. */
function weightedSum(type: TypeDefinition): Sql {
  const stage = type.fields.find((field) => field.key === type.stageField);
  if (!stage || type.amountField === null) throw bad(`${type.labelPlural} have no stage and amount to weigh by.`);
  const odds = (stage.options ?? []).map(
    ({ key, probability, state }) => sql`when ${key} then ${probability ?? (state === "won" ? 100 : 0)}::numeric`,
  );
  return sql`sum(r.amount * case r.stage ${join(odds, " ", "when null then 0")} else 0 end / 100)`;
}
