import { dayRanges, instantRanges, type CheckedNode, type Comparison, type Moment, type Test } from "@kith/filter";
import { join, raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { memberId } from "../../members/operations.ts";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { recordId } from "../operations.ts";
import { MAX_FOLDED, isFolded } from "../row.ts";
import { foldedText, literal } from "./sort.ts";

/** The user, the time and the types that a filter is compiled for. */
export interface Setting {
  companyId: string;
  me: string;
  moment: Moment;
  schema: CompanySchema;
}

const TRIGRAM = 3;

/**
 * A checked filter as a condition on one alias of `records`. In SQL a condition may be null where the evaluator in memory says false.
 * WHERE treats null as false, and `not` is written `is not true`, so both always agree. Values are bind parameters, fields come from
 * the schema.
 */
export function compileFilter(setting: Setting, node: CheckedNode, type: TypeDefinition, alias: string, depth = 0): Sql {
  const compile = (inner: CheckedNode) => compileFilter(setting, inner, type, alias, depth);
  const r = raw(alias);
  if ("field" in node && isOwnId(type, node.field.key)) return node.kind === "test" ? hasId(node.test, alias) : raw("true");
  switch (node.kind) {
    case "and":
      return sql`(${join(node.nodes.map(compile), " and ", "true")})`;
    case "or":
      return sql`(${join(node.nodes.map(compile), " or ", "false")})`;
    case "not":
      return sql`((${compile(node.node)}) is not true)`;
    case "text":
      return sql`${r}.search like ${`%${escapeLike(node.text)}%`}`;
    case "deleted":
      return sql`${r}.deleted_at is not null`;
    case "set":
      return isSet(setting, fieldOf(type, node.field.key), alias, depth);
    case "test":
      return compileTest(setting, fieldOf(type, node.field.key), node.test, alias, depth);
    case "any":
      return related(setting, fieldOf(type, node.field.key), alias, depth, (other, next) =>
        node.node ? compileFilter(setting, node.node, other, next, depth + 1) : raw("true"),
      );
    case "count":
      return counted(setting, type, node, alias, depth);
  }
}

/** A record's own id is compared like a field, unless the company made a field that is called so. */
const isOwnId = ({ fields }: TypeDefinition, key: string) => key === "id" && !fields.some((field) => field.key === key);

function hasId(test: Test, alias: string): Sql {
  const ids = test.of === "record" ? test.values.flatMap((one) => recordId.safeDecode(one).data ?? []) : [];
  return sql`${raw(alias)}.id = any(${ids}::uuid[])`;
}

function fieldOf(type: TypeDefinition, key: string): FieldDefinition {
  const field = type.fields.find((one) => one.key === key);
  if (!field) throw new Error(`${type.key} has no field ${key}, though the filter was checked`);
  return field;
}

/** There is a matching record at the other end of a relation. Those in the trash do not count. */
function related(
  setting: Setting,
  field: FieldDefinition,
  alias: string,
  depth: number,
  condition: (other: TypeDefinition, alias: string, farId: Sql) => Sql,
): Sql {
  const next = `r${depth + 1}`;
  const { other, source, farId } = linkSource(setting, field, alias, next, depth);
  return sql`exists (select 1 from ${source} and ${raw(next)}.deleted_at is null and ${condition(other, next, farId)})`;
}

function linkSource(setting: Setting, field: FieldDefinition, alias: string, next: string, depth: number) {
  const { other, own, far } = endsOf(setting, field);
  const l = `l${depth + 1}`;
  const source = sql`record_links ${raw(l)} join company_records ${raw(next)} on ${raw(next)}.company_id = ${raw(l)}.company_id and ${raw(next)}.id = ${raw(`${l}.${far}`)}
    where ${raw(l)}.company_id = ${setting.companyId} and ${raw(l)}.field_id = ${own.fieldId}::uuid and ${raw(`${l}.${own.column}`)} = ${raw(alias)}.id`;
  return { other, source, farId: raw(`${l}.${far}`) };
}

/** The type at the other end of a relation, and the columns of its links. */
function endsOf(setting: Setting, field: FieldDefinition) {
  const other = field.relation ? setting.schema.byKey.get(field.relation.type) : undefined;
  if (field.place.kind !== "links" || !other) throw new Error(`${field.key} is no relation, though the filter was checked`);
  const { fieldId, direction } = field.place;
  const [column, far] = direction === "out" ? (["from_id", "to_id"] as const) : (["to_id", "from_id"] as const);
  return { other, own: { fieldId, column }, far };
}

const COUNTS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/**
 * The number of different records at the end of a path: each hop selects those reachable from the one before. It stops at one more than
 * the number it is compared with: otherwise a colleague of 3,000 others costs 3,000 rows for each of them.
 */
function counted(setting: Setting, type: TypeDefinition, node: Extract<CheckedNode, { kind: "count" }>, alias: string, depth: number): Sql {
  const last = `r${depth + node.path.length}`;
  let from = raw("");
  let conditions = raw("true");
  let here = { type, alias };
  // Only behind a relation to many can the same record be reached twice.
  let isOnce = true;
  for (const [hop, field] of node.path.entries()) {
    const next = `r${depth + hop + 1}`;
    const relation = fieldOf(here.type, field.key);
    const { other, step } = hopTo(setting, relation, here.alias, next, depth + hop);
    if (relation.relation?.isMany !== false && hop < node.path.length - 1) isOnce = false;
    from = hop === 0 ? step : sql`${from}, ${step}`;
    here = { type: other, alias: next };
  }
  if (node.node) conditions = compileFilter(setting, node.node, here.type, last, depth + node.path.length);
  const found = sql`select ${raw(isOnce ? "" : "distinct ")}${raw(last)}.id from ${from} where ${conditions} limit ${node.value + 1}`;
  return sql`(select count(*) from (${found}) as counted) ${raw(COUNTS[node.op])} ${node.value}`;
}

/**
 * One hop of a count: from a record to its links, and from each link to its record. `offset 0` keeps PostgreSQL to that order. Its own
 * choice, without statistics, was to read all records of the company for each one that is counted for.
 */
export function hopTo(setting: Setting, field: FieldDefinition, alias: string, next: string, depth: number) {
  const { other, own, far } = endsOf(setting, field);
  const l = raw(`l${depth + 1}`);
  const r = raw(next);
  const links = sql`lateral (select ${raw(far)} as id from record_links
    where company_id = ${setting.companyId} and field_id = ${own.fieldId}::uuid and ${raw(own.column)} = ${raw(alias)}.id offset 0) as ${l}`;
  const records = sql`lateral (select ${r}.* from company_records ${r}
    where ${r}.company_id = ${setting.companyId} and ${r}.id = ${l}.id and ${r}.deleted_at is null offset 0) as ${r}`;
  return { other, step: sql`${links}, ${records}` };
}

function isSet(setting: Setting, field: FieldDefinition, alias: string, depth: number): Sql {
  if (field.place.kind === "links") return related(setting, field, alias, depth, () => raw("true"));
  if (field.place.kind === "data") return sql`(${raw(alias)}.data -> ${raw(literal(field.key))}) is not null`;
  return field.place.column === "title" ? sql`${raw(alias)}.title <> ''` : raw(`${alias}.${field.place.column} is not null`);
}

function compileTest(setting: Setting, field: FieldDefinition, test: Test, alias: string, depth: number): Sql {
  switch (test.of) {
    case "text":
    case "match":
      return textTest(field, test, alias);
    case "number":
      return compareTo(numberOf(field, alias), test, (value) => sql`${String(value)}::numeric`);
    case "day":
      return anyRange(
        dayRanges(test, setting.moment).map(({ first, last }) => [first, last] as const),
        dayOf(field, alias),
        "<=",
        dayBind(field),
      );
    case "instant":
      return anyRange(
        instantRanges(test, setting.moment).map(({ start, end }) => [iso(start), iso(end)] as const),
        instantOf(field, alias),
        "<",
        instantBind(field),
      );
    case "boolean":
      return contains(field, alias, test.values);
    case "option":
      return field.place.kind === "column"
        ? sql`${raw(`${alias}.${field.place.column}`)} = any(${test.values}::text[])`
        : contains(field, alias, test.values);
    case "user": {
      const ids = test.values.map((one) => (one.kind === "me" ? setting.me : memberId.decode(one.id)));
      return field.place.kind === "column"
        ? sql`${raw(`${alias}.${field.place.column}`)} = any(${ids}::uuid[])`
        : contains(field, alias, ids);
    }
    case "record": {
      const ids = test.values.flatMap((one) => recordId.safeDecode(one).data ?? []);
      // Compare the link, which has an index: without statistics PostgreSQL may scan every record for every link.
      return related(setting, field, alias, depth, (_other, _next, farId) => sql`${farId} = any(${ids}::uuid[])`);
    }
  }
}

/** One of these values, or a list that contains one: containment, which uses the composite GIN index. */
function contains(field: FieldDefinition, alias: string, values: readonly unknown[]): Sql {
  return sql`(${join(
    values.map((value) => sql`${raw(alias)}.data @> ${JSON.stringify({ [field.key]: field.isList ? [value] : value })}::jsonb`),
    " or ",
    "false",
  )})`;
}

const SYMBOLS = { lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function compareTo<T>(value: Sql, test: Comparison<T>, bind: (value: T) => Sql): Sql {
  if (test.op === "in") return sql`${value} in (${join(test.values.map(bind), ", ", "null")})`;
  if (test.op !== "between") return sql`${value} ${raw(SYMBOLS[test.op])} ${bind(test.value)}`;
  const ends = [
    ...(test.from === undefined ? [] : [sql`${value} >= ${bind(test.from)}`]),
    ...(test.to === undefined ? [] : [sql`${value} <= ${bind(test.to)}`]),
  ];
  return sql`(${join(ends, " and ", "true")} and ${value} is not null)`;
}

type TextTest = Extract<Test, { of: "text" | "match" }>;

function textTest(field: FieldDefinition, test: TextTest, alias: string): Sql {
  const passes = (value: Sql): Sql => {
    if (test.of === "match") return sql`${value} like ${`${test.op === "contains" ? "%" : ""}${escapeLike(test.value)}%`}`;
    return compareTo(value, test, (one) => sql`${one}`);
  };
  const exact = exactTest(field, alias, passes);
  if (isFolded(field) && test.of === "text" && test.op === "in" && test.values.every(isKeptFolded))
    return sql`(${standsIn(field, alias, test.values)} and ${exact})`;
  // A title that equals a text or starts with it is found by the index on titles.
  if (field.place.kind === "column" && !(test.of === "match" && test.op === "contains")) return exact;
  const narrow = narrowed(test, alias);
  // In this form PostgreSQL expects nearly all rows to pass, and estimates by the search text alone, of which it has statistics. As a plain
  // condition it would expect far too few, and collect and sort all matches of a common text (bench:records, contains).
  return narrow ? sql`(${narrow} and (case when ${exact} then 1 end) is not null)` : exact;
}

// A shorter text is often a code that many records have, such as a country: a scan of the list finds those sooner.
const isKeptFolded = (text: string) => text.length >= TRIGRAM && text.length <= MAX_FOLDED;

/**
 * A value that equals one of these texts is stored folded, or its folded form is stored beside it; each has an index. The exact test
 * that follows also lets PostgreSQL expect few records: it has no estimate for containment here, and would scan them all.
 */
function standsIn(field: FieldDefinition, alias: string, texts: readonly string[]): Sql {
  const whole = texts.map((text) => sql`${JSON.stringify({ [field.key]: text })}::jsonb`);
  const pieces = whole.map((one) => sql`${raw(alias)}.data @> ${one} or ${raw(alias)}.folded @> ${one}`);
  return sql`(${join(pieces, " or ", "false")})`;
}

function exactTest(field: FieldDefinition, alias: string, passes: (value: Sql) => Sql): Sql {
  if (field.place.kind === "column") return passes(foldedText(raw(`${alias}.${field.place.column}`)));
  const key = raw(literal(field.key));
  if (!field.isList) return passes(foldedText(sql`${raw(alias)}.data ->> ${key}`));
  return sql`exists (select 1 from jsonb_array_elements_text(${raw(alias)}.data -> ${key}) as one (value) where ${passes(foldedText(raw("one.value")))})`;
}

/** A record whose field equals or contains a text has it in its search text, which a trigram index finds fast; the exact test follows. */
function narrowed(test: TextTest, alias: string): Sql | undefined {
  const texts = test.of === "match" ? [test.value] : test.op === "in" ? test.values : [];
  if (texts.length === 0 || texts.some((text) => text.length < TRIGRAM)) return undefined;
  return sql`(${join(
    texts.map((text) => sql`${raw(alias)}.search like ${`%${escapeLike(text)}%`}`),
    " or ",
    "false",
  )})`;
}

const numberOf = (field: FieldDefinition, alias: string) =>
  field.place.kind === "column" ? raw(`${alias}.${field.place.column}`) : sql`(${raw(alias)}.data ->> ${raw(literal(field.key))})::numeric`;

// In a column a day is its midnight in UTC; elsewhere days and times are ISO text, which sorts by time.
const dayOf = (field: FieldDefinition, alias: string) =>
  field.place.kind === "column"
    ? raw(`${alias}.${field.place.column}`)
    : sql`((${raw(alias)}.data ->> ${raw(literal(field.key))}) collate "C")`;
const dayBind = (field: FieldDefinition) => (day: string) =>
  field.place.kind === "column" ? sql`${`${day}T00:00:00Z`}::timestamptz` : sql`${day}`;
const instantOf = dayOf;
const instantBind = (field: FieldDefinition) => (moment: string) =>
  field.place.kind === "column" ? sql`${moment}::timestamptz` : sql`${moment}`;
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

function anyRange(
  ranges: (readonly [string | undefined, string | undefined])[],
  value: Sql,
  upTo: "<" | "<=",
  bind: (text: string) => Sql,
): Sql {
  const within = ranges.map(([first, last]) => {
    const ends = [
      ...(first === undefined ? [] : [sql`${value} >= ${bind(first)}`]),
      ...(last === undefined ? [] : [sql`${value} ${raw(upTo)} ${bind(last)}`]),
    ];
    return sql`(${join(ends, " and ", "true")} and ${value} is not null)`;
  });
  return sql`(${join(within, " or ", "false")})`;
}

/** Escapes text for LIKE. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
