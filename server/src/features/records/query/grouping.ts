import type { Formats } from "@kith/filter/values";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { memberId } from "../../members/operations.ts";
import type { FieldDefinition } from "../../types/index.ts";
import { recordId } from "../operations.ts";
import { literal } from "./sort.ts";
import * as store from "../store.ts";

interface Grouping {
  expression: Sql;
  /** Texts that differ only in case are one group, as in a filter. This is the spelling of one of them. */
  spelling?: Sql;
  join: Sql;
  isTime: boolean;
}

/**
 * What records are grouped by: a value, a related record, or a time interval in the company's time zone. `place` is 1 for the second
 * field, so that its joins have names of their own.
 */
export function groupingBy(
  field: FieldDefinition,
  interval: string | undefined,
  timeZone: string,
  weekStart: Formats["weekStart"],
  place = 0,
  alias = "r",
): Grouping {
  const none = raw("");
  if (field.place.kind === "links") {
    const [own, other] = field.place.direction === "out" ? (["from_id", "to_id"] as const) : (["to_id", "from_id"] as const);
    const [l, o] = [`l${place}`, `o${place}`];
    // As in filters, records in the trash are not related to anything.
    const related = raw(
      `record_links ${l} join company_records ${o} on ${o}.company_id = ${l}.company_id and ${o}.id = ${l}.${other} and ${o}.deleted_at is null`,
    );
    const joined = sql`left join (${related})
      on ${raw(`${l}.company_id = r.company_id and ${l}.${own} = r.id and ${l}.field_id`)} = ${field.place.fieldId}::uuid`;
    return { expression: raw(`${l}.${other}`), join: joined, isTime: false };
  }
  const value =
    field.place.kind === "column" ? raw(`${alias}.${field.place.column}`) : sql`(${raw(alias)}.data ->> ${raw(literal(field.key))})`;
  if (field.shape === "day") {
    const day = field.place.kind === "column" ? sql`(${value} at time zone 'UTC')` : sql`(${value}::timestamp)`;
    return { expression: firstDay(interval, day, weekStart), join: none, isTime: true };
  }
  if (field.shape === "moment") {
    return {
      expression: firstDay(interval, sql`${value}::timestamptz at time zone ${timeZone}`, weekStart),
      join: none,
      isTime: true,
    };
  }
  if (field.isList)
    return {
      expression: raw(`several${place}.value`),
      join: sql`left join lateral jsonb_array_elements_text(${raw(alias)}.data -> ${raw(literal(field.key))}) as ${raw(`several${place}`)} (value) on true`,
      isTime: false,
    };
  if (field.shape === "text") return { expression: sql`fold(${value})`, spelling: sql`min(${value})`, join: none, isTime: false };
  return { expression: value, join: none, isTime: false };
}

/** By a field of the related record, such as the country of the organization. Of several related records, each counts. */
export function groupingThrough(
  relation: FieldDefinition,
  field: FieldDefinition,
  interval: string | undefined,
  timeZone: string,
  weekStart: Formats["weekStart"],
  place: number,
): Grouping {
  const related = groupingBy(relation, undefined, timeZone, weekStart, place);
  const inner = groupingBy(field, interval, timeZone, weekStart, place, `o${place}`);
  return { ...inner, join: sql`${related.join} ${inner.join}` };
}

/** The first day of the interval that a time is in. PostgreSQL's weeks start on Monday: others are shifted there and back. */
function firstDay(interval = "day", time: Sql, weekStart: Formats["weekStart"]): Sql {
  const days = interval === "week" ? (8 - weekStart) % 7 : 0;
  return sql`to_char(date_trunc(${interval}, ${time} + ${raw(`interval '${days} days'`)}) - ${raw(`interval '${days} days'`)}, 'YYYY-MM-DD')`;
}

/** The names of groups on screen. */
export async function labelGroups(
  call: Call<Member>,
  field: FieldDefinition,
  keys: (string | null)[],
): Promise<Map<string | null, string>> {
  const known = keys.filter((key) => key !== null);
  if (field.options) return new Map(field.options.map((option) => [option.key, option.label]));
  if (field.shape === "person")
    return new Map((await store.people(call.tx, call.actor.companyId)).map((person) => [person.id, person.name]));
  if (field.shape === "record" && known.length > 0)
    return new Map((await store.titles(call.tx, call.actor.companyId, known)).map((one) => [one.id, one.title]));
  return new Map();
}

/** The key of a group, in the form that filters and other calls take. */
export function showKey(field: FieldDefinition, key: string): string {
  if (field.shape === "person") return memberId.encode(key);
  return field.shape === "record" ? recordId.encode(key) : key;
}
