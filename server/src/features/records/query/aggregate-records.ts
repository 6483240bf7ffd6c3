import { isTime } from "@kith/filter/kinds";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { conditionFor } from "./filter.ts";
import { groupingBy, groupingThrough, labelGroups, showKey } from "./grouping.ts";
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
  /** A field, or two with a comma. */
  group_by?: string | undefined;
  interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
  /** Another filter: its figures stand beside those of the first. */
  compare?: string | undefined;
  limit: number;
}

type Figure = string | number | null;

interface Group {
  key: string | null;
  label: string;
  second?: { key: string | null; label: string };
  values: Figure[];
  compared?: Figure[];
}

const MAX_GROUP_FIELDS = 2;

const bad = (message: string) => new AppError(400, "bad_aggregate", message);

/** Counts and sums over a filter, whole or in groups. */
export async function aggregateRecords(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, wanted: Wanted) {
  const { groups, isCut } = await readGroups(call, schema, type, wanted, wanted.filter);
  const others = wanted.compare === undefined ? undefined : await readGroups(call, schema, type, wanted, wanted.compare);
  return {
    groups: others ? sideBySide(groups, others.groups, wanted.measures) : groups,
    is_cut: isCut || others?.isCut === true,
    currency: schema.formats.currency,
  };
}

/** The groups of both filters. A group that only one of them has gets blanks for the other, and 0 for a count. */
function sideBySide(groups: Group[], others: Group[], measures: Measure[]): Group[] {
  const nameOf = ({ key, second }: Group) => JSON.stringify([key, second?.key]);
  const compared = new Map(others.map((group) => [nameOf(group), group]));
  const blank = measures.map(({ measure }) => (measure === "count" ? 0 : null));
  const known = new Set(groups.map(nameOf));
  return [
    ...groups.map((group) => ({ ...group, compared: compared.get(nameOf(group))?.values ?? blank })),
    ...others.filter((group) => !known.has(nameOf(group))).map((group) => ({ ...group, values: blank, compared: group.values })),
  ];
}

async function readGroups(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  wanted: Wanted,
  given: string | undefined,
): Promise<{ groups: Group[]; isCut: boolean }> {
  const filter = await conditionFor(call, schema, type, given);
  const measures = wanted.measures.map((one) => measureOf(type, one));
  const grouped = groupFields(schema, type, wanted);
  const fields = grouped.map(({ field }) => field);
  const { timeZone } = call.actor.company;
  const { weekStart } = schema.formats;
  const groupings = grouped.map(({ relation, field }, at) =>
    relation
      ? groupingThrough(relation, field, wanted.interval, timeZone, weekStart, at)
      : groupingBy(field, wanted.interval, timeZone, weekStart, at),
  );
  // As text, so that no digit is lost; sorted as numbers before that, because 9 is less than 10.
  const columns = [
    ...groupings.map(({ expression }, at) => sql`${expression}::text as ${raw(`key${at}`)}`),
    ...measures.map((one, at) => sql`${one}${raw(wanted.measures[at]?.measure === "count" ? "" : "::text")} as ${raw(`m${at}`)}`),
    ...groupings.flatMap(({ spelling }, at) => (spelling ? [sql`${spelling} as ${raw(`spelling${at}`)}`] : [])),
  ];
  const keys = groupings.map((_, at) => at + 1).join(", ");
  const order = groupings[0]?.isTime ? raw(keys) : sql`${measures[0] ?? raw("1")} desc nulls last, ${raw(keys)}`;
  const { text, values } = toQuery(sql`select ${join(columns, ", ", "")}
    from company_records r ${join(
      groupings.map((one) => one.join),
      " ",
      "",
    )} where r.company_id = ${call.actor.companyId} and r.type_id = ${type.id} and ${filter}
    ${groupings.length > 0 ? sql`group by ${raw(keys)} order by ${order} limit ${wanted.limit + 1}` : raw("")}`);
  const rows = await call.tx.query<Record<string, Figure>>(text, values);
  const shown = rows.slice(0, wanted.limit);
  const labels = await Promise.all(
    fields.map((field, at) =>
      labelGroups(
        call,
        field,
        shown.map((row) => keyOf(row, at)),
      ),
    ),
  );
  const named = (row: Record<string, Figure>, at: number) => {
    const [key, field] = [keyOf(row, at), fields[at]];
    return { key: key !== null && field ? showKey(field, key) : key, label: labels[at]?.get(key) ?? key ?? "None" };
  };
  return {
    groups: shown.map((row) => ({
      ...(fields.length > 0 ? named(row, 0) : { key: null, label: "All" }),
      ...(fields.length > 1 ? { second: named(row, 1) } : {}),
      values: measures.map((_, at) => row[`m${at}`] ?? null),
    })),
    isCut: rows.length > wanted.limit,
  };
}

const keyOf = (row: Record<string, Figure>, at: number) => (row[`spelling${at}`] ?? row[`key${at}`] ?? null) as string | null;

interface GroupField {
  field: FieldDefinition;
  /** It is a field of the record that this relation leads to. */
  relation?: FieldDefinition;
}

function groupFields(schema: CompanySchema, type: TypeDefinition, { group_by: names, interval }: Wanted): GroupField[] {
  if (names === undefined) return [];
  // A label may contain a comma.
  const whole = findField(type, names);
  const found = whole ? [{ field: whole }] : names.split(",").map((name) => groupField(schema, type, name.trim()));
  const fields = found.map(({ field }) => field);
  if (fields.length > MAX_GROUP_FIELDS) throw bad("Records can be grouped by at most two fields.");
  if (fields.length > 1 && fields[0] === fields[1]) throw bad("Group by two different fields, or by one.");
  if (interval !== undefined && !fields.some(isTime)) throw bad(`${fields[0]?.label} is not a date: leave the interval out.`);
  return found;
}

/** A field of the record, or as in filters of a related one: `organization.country`. */
function groupField(schema: CompanySchema, type: TypeDefinition, name: string): GroupField {
  const [first = "", second, ...more] = name.split(".");
  const relation = findField(type, first.trim());
  const other = relation?.relation ? schema.byKey.get(relation.relation.type) : undefined;
  if (findField(type, name) || second === undefined || !relation || !other) return { field: fieldNamed(type, name) };
  const field = fieldNamed(other, second.trim());
  if (more.length > 0 || field.shape === "record") throw bad(`Group through one relation to a value, such as ${relation.key}.name.`);
  return { field, relation };
}

function fieldNamed(type: TypeDefinition, name: string): FieldDefinition {
  const field = findField(type, name);
  if (field) return field;
  const { message, hint = "" } = unknownFieldError(type, name);
  throw bad(`${message} ${hint}`);
}

const OF_TIMES: ReadonlySet<Measure["measure"]> = new Set(["min", "max", "median"]);

function canMeasure(field: FieldDefinition, measure: Measure["measure"]): boolean {
  return field.shape === "number" || (isTime(field) && OF_TIMES.has(measure));
}

function measurable(type: TypeDefinition, measure: Measure["measure"]): string {
  const keys = type.fields.filter((field) => canMeasure(field, measure)).map((field) => field.key);
  return keys.length > 0 ? `It can be taken of ${keys.join(", ")}.` : `${type.labelPlural} have no such field: count them.`;
}

const FUNCTIONS = { sum: "sum", average: "avg", min: "min", max: "max" } as const;

function measureOf(type: TypeDefinition, { measure, field: name }: Measure): Sql {
  if (measure === "count") return raw("count(*)::int");
  if (measure === "weighted") return weightedSum(type);
  if (name?.includes("..")) return duration(type, measure, name);
  if (name === undefined) throw bad(`Name the field for the ${measure} in \`field\`. ${measurable(type, measure)}`);
  const field = fieldNamed(type, name);
  if (!canMeasure(field, measure))
    throw bad(`There is no ${measure} of ${field.label}, which is a ${field.kind} field. ${measurable(type, measure)}`);
  const value =
    field.place.kind === "column"
      ? raw(`r.${field.place.column}`)
      : sql`(r.data ->> ${raw(literal(field.key))})${raw(field.shape === "number" ? "::numeric" : "")}`;
  // Between two days there may be none, so the median of times is one of them.
  if (measure === "median") return sql`${raw(isTime(field) ? "percentile_disc" : "percentile_cont")}(0.5) within group (order by ${value})`;
  const figure = sql`${raw(FUNCTIONS[measure])}(${value})`;
  // An average has sixteen digits after the point, of which most are zeros.
  return field.shape === "number" ? sql`trim_scale(${figure})` : figure;
}

/** How many days lie between two times of a record: `created_at..won_at`. Records that lack one of them do not count. */
function duration(type: TypeDefinition, measure: Exclude<Measure["measure"], "count" | "weighted">, names: string): Sql {
  const ends = names.split("..").map((name) => fieldNamed(type, name.trim()));
  const [from, to, another] = ends;
  if (!from || !to || another || !ends.every(isTime)) throw bad("A duration is between two times, such as created_at..won_at.");
  const at = ({ place, key }: FieldDefinition) =>
    place.kind === "column" ? raw(`r.${place.column}`) : sql`(r.data ->> ${raw(literal(key))})::timestamptz`;
  const days = sql`extract(epoch from (${at(to)} - ${at(from)})) / 86400`;
  const figure =
    measure === "median" ? sql`percentile_cont(0.5) within group (order by ${days})` : sql`${raw(FUNCTIONS[measure])}(${days})`;
  return sql`trim_scale(round((${figure})::numeric, 2))`;
}

/** The expected amount: each amount times the probability of its stage. */
function weightedSum(type: TypeDefinition): Sql {
  const stage = type.fields.find((field) => field.key === type.stageField);
  if (!stage || type.amountField === null) throw bad(`${type.labelPlural} have no stage and amount, so a weighted amount cannot be shown.`);
  const odds = (stage.options ?? []).map(
    ({ key, probability, state }) => sql`when ${key} then ${probability ?? (state === "won" ? 100 : 0)}::numeric`,
  );
  return sql`trim_scale(sum(r.amount * case r.stage ${join(odds, " ", "when null then 0")} else 0 end / 100))`;
}
