import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { type FieldError, AppError, invalid } from "../../../kernel/errors.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { readValue } from "./field-values.ts";
import { identifierBy, isIdentifying, keyIn, nameOf, type Identifier } from "./identifiers.ts";
import { readLinks } from "../links.ts";
import { ANY_COMPANY } from "./read-by-format.ts";
import type { RecordChange } from "./save.ts";
import * as store from "../store.ts";

/** The field by which an upsert finds existing records. */
export function matchField(type: TypeDefinition, name: string): FieldDefinition {
  const field = findField(type, name);
  if (field && isIdentifying(field)) return field;
  const able = type.fields.filter(isIdentifying).map((one) => one.key);
  throw invalid([
    {
      pointer: "/match",
      message: `${type.labelPlural} cannot be matched by ${JSON.stringify(name)}.`,
      hint: able.length > 0 ? `Match by ${able.join(" or ")}.` : "This type has no email, phone, web address or unique field.",
    },
  ]);
}

/** Several of them: "erp_id, email". A record is looked for by the first, then by the next. */
const matchFields = (type: TypeDefinition, names: string) => names.split(",").map((name) => matchField(type, name.trim()));

function readKey(type: TypeDefinition, field: FieldDefinition, given: Record<string, unknown>) {
  const raw = Object.entries(given).find(([name]) => findField(type, name)?.key === field.key)?.[1];
  return readValue(field, raw, ANY_COMPANY);
}

/** Why nothing can be recognised through this field: its value is not valid. */
export function keyError(type: TypeDefinition, field: FieldDefinition, given: Record<string, unknown>): FieldError | undefined {
  const read = readKey(type, field, given);
  if (!("fieldError" in read)) return undefined;
  return { pointer: `/${field.key}`, message: read.fieldError, ...(read.hint ? { hint: read.hint } : {}) };
}

/** What a set of values would be recognised by, through one field. */
export function keysOf(type: TypeDefinition, field: FieldDefinition, given: Record<string, unknown>): string[] {
  const read = readKey(type, field, given);
  if ("fieldError" in read || read.value === null) return [];
  return [read.value].flat().flatMap((one) => keyIn(field, String(one)) ?? []);
}

/** The same through all fields of a match. */
export const allKeysOf = (type: TypeDefinition, match: string, given: Record<string, unknown>): string[] =>
  matchFields(type, match).flatMap((field) => keysOf(type, field, given).map((key) => `${field.key} ${key}`));

/** Update what is known by these identifiers, create what is not. Callers with the same identifier line up. */
export async function upsertChange(
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  match: string,
  given: Record<string, unknown>,
): Promise<RecordChange> {
  const fields = matchFields(type, match);
  const labels = fields.map((field) => field.label).join(" or ");
  if (allKeysOf(type, match, given).length === 0)
    throw invalid([{ pointer: `/values/${fields[0]?.key}`, message: `Give ${labels}: it is what the record is matched by.` }]);
  const { companyId } = call.actor;
  const [ids = []] = await recognise(call, type, match, [given]);
  if (ids.length > 1)
    throw new AppError(
      409,
      "ambiguous_match",
      `${ids.length} ${type.labelPlural.toLowerCase()} have that ${labels}. Merge them, or update one by id.`,
    );
  // It may have gone to the trash while we waited for it: then nobody has that identifier any more.
  const row = (await store.lock(call.tx, companyId, ids)).find((one) => !one.deleted_at);
  const links = row ? (await readLinks(call.tx, companyId, schema, [row])).get(row.id) : undefined;
  return { old: row && { row, links: links ?? {} }, given, pointer: "/values" };
}

/** Which records many sets of values mean, by the first field that finds any: none, one, or more than can be told apart. */
export async function recognise(
  call: Call<Author>,
  type: TypeDefinition,
  match: string,
  givens: Record<string, unknown>[],
): Promise<string[][]> {
  const fields = matchFields(type, match);
  const byField = givens.map((given) => fields.map((field) => keysOf(type, field, given).map((key) => identifierBy(field, key))));
  const wanted = [...new Map(byField.flat(2).map((one) => [nameOf(one), one])).values()];
  await store.lockIdentifiers(call.tx, call.actor.companyId, type.id, wanted);
  const found = Map.groupBy(await store.byIdentifier(call.tx, call.actor.companyId, type.id, wanted), nameOf);
  const idsOf = (own: Identifier[]) => [...new Set(own.flatMap((one) => found.get(nameOf(one)) ?? []).map((one) => one.id))];
  return byField.map((own) => own.map(idsOf).find((ids) => ids.length > 0) ?? []);
}
