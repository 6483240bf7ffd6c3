import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { type FieldError, AppError, invalid } from "../../../kernel/errors.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { readValue } from "./field-values.ts";
import { identifierBy, isIdentifying, keyIn } from "./identifiers.ts";
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

/** Update what is known by this identifier, create what is not. Callers with the same identifier line up. */
export async function upsertChange(
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  match: string,
  given: Record<string, unknown>,
): Promise<RecordChange> {
  const field = matchField(type, match);
  const keys = keysOf(type, field, given);
  if (keys.length === 0)
    throw invalid([{ pointer: `/values/${field.key}`, message: `Give ${field.label}: it is what the record is matched by.` }]);
  const { companyId } = call.actor;
  const wanted = keys.map((key) => identifierBy(field, key));
  await store.lockIdentifiers(call.tx, companyId, type.id, wanted);
  const ids = [...new Set((await store.byIdentifier(call.tx, companyId, type.id, wanted)).map((one) => one.id))];
  if (ids.length > 1)
    throw new AppError(
      409,
      "ambiguous_match",
      `${ids.length} ${type.labelPlural.toLowerCase()} have that ${field.label}. Merge them, or update one by id.`,
    );
  // It may have gone to the trash while we waited for it: then nobody has that identifier any more.
  const row = (await store.lock(call.tx, companyId, ids)).find((one) => !one.deleted_at);
  const links = row ? (await readLinks(call.tx, companyId, schema, [row])).get(row.id) : undefined;
  return { old: row && { row, links: links ?? {} }, given, pointer: "/values" };
}

/** Which records many sets of values mean, by one identifying field: none, one, or more than can be told apart. */
export async function recognise(
  call: Call<Author>,
  type: TypeDefinition,
  match: string,
  givens: Record<string, unknown>[],
): Promise<string[][]> {
  const field = matchField(type, match);
  const keys = givens.map((given) => keysOf(type, field, given));
  const wanted = [...new Set(keys.flat())].map((key) => identifierBy(field, key));
  await store.lockIdentifiers(call.tx, call.actor.companyId, type.id, wanted);
  const found = Map.groupBy(await store.byIdentifier(call.tx, call.actor.companyId, type.id, wanted), (one) => one.value);
  return keys.map((own) => [...new Set(own.flatMap((key) => found.get(identifierBy(field, key).value) ?? []).map((one) => one.id))]);
}
