import {
  beginsLikeJson,
  BOUNDS,
  boundError,
  readFilter,
  type CheckedNode,
  type FilterError,
  type Person,
  type TypeSchema,
  zoneNamed,
} from "@kith/filter";
import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { memberId } from "../../members/operations.ts";
import { filterSchema, presentType, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { compileFilter } from "./compile-filter.ts";
import * as store from "../store.ts";
import { unknownRecords } from "./record-names.ts";

/** `@me` of the service itself: no person has this id. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

const LIVE = raw("r.deleted_at is null");

/** The filter as a condition on `records r`: text or JSON, checked against the type. The trash is left out unless the filter asks for it. */
export async function conditionFor(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, filter: unknown): Promise<Sql> {
  return (await readCondition(call, schema, type, filter)).condition;
}

interface Condition {
  condition: Sql;
  /** The record's own fields that are compared with < or >: an index on them would help. */
  compared: FieldDefinition[];
}

export async function readCondition(
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  filter: unknown,
  trash: "left out" | "included" = "left out",
): Promise<Condition> {
  if (filter === undefined || filter === null || filter === "")
    return { condition: trash === "included" ? raw("true") : LIVE, compared: [] };
  const { actor, clock } = call;
  const given = readSpelling(filter);
  const readWith = (people: Person[]) => readFilter(given, { type: type.key, lookup: lookupIn(schema), people, formats: schema.formats });
  // Most filters name no person: read the company's people only for a filter that cannot be checked without them.
  const alone = readWith([]);
  const result = alone.ok ? alone : readWith(await peopleOf(call));
  if (!result.ok) throw refuse(result.errors);
  const unknown = result.names.length > 0 ? await unknownRecords(call, schema, result.names) : [];
  if (unknown.length > 0) throw refuse(unknown);
  const setting = {
    companyId: actor.companyId,
    me: actor.kind === "member" ? actor.userId : NOBODY,
    schema,
    moment: { now: clock.now().getTime(), zone: zoneNamed(schema.timeZone), weekStart: schema.formats.weekStart },
  };
  const condition = compileFilter(setting, result.checked, type, "r");
  return {
    condition: trash === "included" || asksForTrash(result.checked) ? condition : sql`${LIVE} and ${condition}`,
    compared: type.fields.filter(({ key }) => comparedKeys(result.checked).has(key)),
  };
}

/** The condition that a record of this type matches a filter, whether it is in the trash or not. */
export async function matchCondition(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, filter: string): Promise<Sql> {
  const { condition } = await readCondition(call, schema, type, filter, "included");
  return sql`r.company_id = ${call.actor.companyId} and r.type_id = ${type.id} and ${condition}`;
}

/** Everyone of the company, as filters name them. */
export async function peopleOf({ tx, actor }: Call<Author>): Promise<Person[]> {
  return (await store.people(tx, actor.companyId)).map((person) => ({ ...person, id: memberId.encode(person.id) }));
}

function comparedKeys(node: CheckedNode): Set<string> {
  if (node.kind === "and" || node.kind === "or") return new Set(node.nodes.flatMap((inner) => [...comparedKeys(inner)]));
  const isBySize = node.kind === "test" && (node.test.of === "number" || node.test.of === "day" || node.test.of === "instant");
  return new Set(isBySize ? [node.field.key] : []);
}

/** The same filter takes more room as JSON. What is longer than this is not read at all. */
const MAX_JSON_LENGTH = BOUNDS.bytes * 2;

/** True for a filter in JSON form, sent as a string because a URL can hold nothing else. */
export const isJsonFilter = (filter: unknown): filter is string => typeof filter === "string" && beginsLikeJson(filter);

function readSpelling(filter: unknown): unknown {
  if (!isJsonFilter(filter)) return filter;
  const place = { from: 0, to: filter.length };
  if (filter.length > MAX_JSON_LENGTH) throw refuse([boundError("bytes", place)]);
  let json: unknown;
  try {
    json = JSON.parse(filter);
  } catch {
    const hint = 'Fix it, or put it in quotes to search for the text: "[draft] offer".';
    throw refuse([{ ...place, message: "The filter starts like JSON, but it is not valid JSON.", hint }]);
  }
  // JSON.parse keeps only the last of two equal names, so a condition would be lost. A string before a colon is always a name.
  if (countNames(json) === (filter.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0)) return json;
  throw refuse([{ ...place, message: "The filter names something twice in one object.", hint: "Put the conditions in an array." }]);
}

/** Without recursion: too deep nesting is only refused later. */
function countNames(json: unknown): number {
  let names = 0;
  const parts: unknown[] = [json];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (typeof part !== "object" || part === null) continue;
    if (!Array.isArray(part)) names += Object.keys(part).length;
    parts.push(...(Object.values(part) as unknown[]));
  }
  return names;
}

function asksForTrash(node: CheckedNode): boolean {
  if (node.kind === "deleted") return true;
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(asksForTrash);
  return node.kind === "not" && asksForTrash(node.node);
}

/** The error for a wrong filter: where, what was expected, and the closest correct names. */
function refuse(errors: readonly FilterError[]): AppError {
  const fieldErrors = errors.map(({ pointer = "", ...error }) => ({ ...error, pointer: `/filter${pointer}` }));
  return new AppError(400, "bad_filter", errors[0]?.message ?? "The filter cannot be understood.", { errors: fieldErrors });
}

export const lookupIn = (schema: CompanySchema) => (key: string) => {
  const type = schema.byKey.get(key);
  return type && schemaOf(type);
};

const schemas = new WeakMap<TypeDefinition, TypeSchema>();

/** Computed once for each version of a company's types: every list needs it (bench:records, list cpu). */
function schemaOf(type: TypeDefinition): TypeSchema {
  const schema = schemas.get(type) ?? filterSchema(presentType(type));
  schemas.set(type, schema);
  return schema;
}
