import { print, readFilter, zoneNamed, type CheckedNode, type FilterNode, type Path } from "@kith/filter";
import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { madeStatement } from "../../../platform/postgres/made-statements.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { compileFilter, hopTo, type Setting } from "./compile-filter.ts";
import { lookupIn, NOBODY, peopleOf } from "./filter.ts";
import { literal } from "./sort.ts";
import { unknownRecords } from "./record-names.ts";

/** One of the conditions that a filter joins by "and". */
export interface FilterCondition {
  /** As it is written. */
  text: string;
  /** What it is about; none for a search in all texts. */
  path: Path | null;
  field: FieldDefinition | null;
  sql: Sql;
  value: Sql;
}

/** A filter taken apart, or why it cannot be understood. */
export type TakenApart = { conditions: FilterCondition[] } | { broken: string };

const MAX_SHOWN = 5;

/**
 * Filters that mean the same at all times, by the version of their type: those of rules are read for every lead (bench:decide). One that names
 * people or records, or is about days, is read every time.
 */
const keptByType = new WeakMap<TypeDefinition, Map<string, TakenApart>>();
const MAX_KEPT = 200;

function keptFor(type: TypeDefinition): Map<string, TakenApart> {
  const kept = keptByType.get(type) ?? new Map<string, TakenApart>();
  keptByType.set(type, kept);
  return kept;
}

function dependsOnTime(node: CheckedNode): boolean {
  if (node.kind === "test") return node.test.of === "day" || node.test.of === "instant";
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(dependsOnTime);
  return "node" in node && node.node !== undefined && dependsOnTime(node.node);
}

/** A filter as the conditions it consists of, so that it can be said which of them a record does not meet. Nothing is thrown. */
export async function takeApart(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, filter: string): Promise<TakenApart> {
  if (filter.trim() === "") return { conditions: [] };
  const kept = keptFor(type);
  const known = kept.get(filter);
  if (known) return known;
  const options = { type: type.key, lookup: lookupIn(schema), formats: schema.formats };
  const alone = readFilter(filter, { ...options, people: [] });
  const result = alone.ok ? alone : readFilter(filter, { ...options, people: await peopleOf(call) });
  if (!result.ok) return { broken: result.errors[0]?.message ?? "Its filter cannot be understood." };
  const unknown = result.names.length > 0 ? await unknownRecords(call, schema, result.names) : [];
  if (unknown[0]) return { broken: unknown[0].message };
  const setting: Setting = {
    companyId: call.actor.companyId,
    me: NOBODY,
    schema,
    moment: { now: call.clock.now().getTime(), zone: zoneNamed(schema.timeZone), weekStart: schema.formats.weekStart },
  };
  const { tree, checked } = result;
  const parts = tree.kind === "and" && checked.kind === "and" ? tree.nodes.map((node, at) => [node, checked.nodes[at]] as const) : [];
  const pairs = parts.length > 0 ? parts : [[tree, checked] as const];
  const taken = { conditions: pairs.flatMap(([node, inner]) => (inner ? [conditionOf(setting, type, node, inner)] : [])) };
  if (alone.ok && result.names.length === 0 && !dependsOnTime(checked) && kept.size < MAX_KEPT) kept.set(filter, taken);
  return taken;
}

function conditionOf(setting: Setting, type: TypeDefinition, node: FilterNode, checked: CheckedNode): FilterCondition {
  const path = pathOf(node);
  const followed = path ? follow(setting, type, path) : undefined;
  return {
    text: print(node),
    path,
    field: followed?.field ?? null,
    sql: compileFilter(setting, checked, type, "r"),
    value: followed?.value ?? raw("null::jsonb"),
  };
}

/** What a condition is about: the first field it names. */
function pathOf(node: FilterNode): Path | null {
  if (node.kind === "compare" || node.kind === "count" || node.kind === "related") return node.path;
  if (node.kind === "not") return pathOf(node.node);
  if (node.kind === "and" || node.kind === "or") return node.nodes[0] ? pathOf(node.nodes[0]) : null;
  return null;
}

/** The values at the end of a path, as a JSON list. */
function follow(setting: Setting, type: TypeDefinition, path: Path): { field: FieldDefinition; value: Sql } | undefined {
  let here = { type, alias: "r" };
  const steps: Sql[] = [];
  for (const [hop, key] of path.entries()) {
    const field = here.type.fields.find((one) => one.key === key);
    if (!field) return undefined;
    const isLast = hop === path.length - 1;
    if (field.place.kind !== "links") return isLast ? { field, value: listOf(valueSql(field, here.alias), steps) } : undefined;
    const next = `v${hop + 1}`;
    const { other, step } = hopTo(setting, field, here.alias, next, 100 + hop);
    steps.push(step);
    here = { type: other, alias: next };
    if (isLast) return { field, value: listOf(sql`to_jsonb(${raw(next)}.title)`, steps) };
  }
  return undefined;
}

function valueSql(field: FieldDefinition, alias: string): Sql {
  if (field.place.kind === "data") return sql`${raw(alias)}.data -> ${raw(literal(field.key))}`;
  return field.place.kind === "column" ? sql`to_jsonb(${raw(`${alias}.${field.place.column}`)})` : raw("null::jsonb");
}

const listOf = (value: Sql, steps: Sql[]): Sql =>
  steps.length === 0
    ? value
    : sql`(select jsonb_agg(f.value) from (select ${value} as value from ${join(steps, ", ", "")} limit ${MAX_SHOWN}) as f)`;

/** For each filter: 0 if the record matches, or the number of the first condition that does not; and the values of all conditions. */
export interface MatchedRecord {
  id: string;
  places: number[];
  values: unknown[][];
}

/** Which of these records match which of these filters, in one statement. */
export async function matchAll(
  { tx, actor }: Pick<Call<Author>, "tx" | "actor">,
  type: TypeDefinition,
  filters: readonly FilterCondition[][],
  ids: readonly string[],
): Promise<MatchedRecord[]> {
  const places = filters.map((conditions) =>
    conditions.length === 0
      ? raw("0")
      : sql`(case ${join(
          conditions.map((one, at) => sql`when (${one.sql}) is not true then ${raw(String(at + 1))}`),
          " ",
          "",
        )} else 0 end)`,
  );
  const values = filters.flat().map((one) => sql`(${one.value})`);
  const wanted = sql`select r.id, array[${join(places, ", ", "")}]::int[] as places, to_jsonb(array[${join(values, ", ", "")}]::jsonb[]) as values
    from company_records r where r.company_id = ${actor.companyId} and r.type_id = ${type.id} and r.id = any(${ids}::uuid[])`;
  const { text, values: bound } = toQuery(wanted);
  const rows = await tx.query<{ id: string; places: number[]; values: unknown[] }>(madeStatement(text), bound);
  return rows.map((row) => ({ id: row.id, places: row.places, values: byFilter(filters, row.values) }));
}

function byFilter(filters: readonly FilterCondition[][], values: unknown[]): unknown[][] {
  let at = 0;
  return filters.map((conditions) => {
    at += conditions.length;
    return values.slice(at - conditions.length, at);
  });
}

/** Whether a filter names `@me`, which means nobody where the service itself reads it. */
export function namesMe(schema: CompanySchema, type: TypeDefinition, filter: string): boolean {
  const result = readFilter(filter, { type: type.key, lookup: lookupIn(schema), formats: schema.formats, people: [] });
  return result.ok && hasMe(result.checked);
}

function hasMe(node: CheckedNode): boolean {
  if (node.kind === "test") return node.test.of === "user" && node.test.values.some((one) => one.kind === "me");
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(hasMe);
  return "node" in node && node.node !== undefined && hasMe(node.node);
}
