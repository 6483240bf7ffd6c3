import type { Tx } from "../../kernel/database.ts";
import { memberId } from "../members/operations.ts";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../types/index.ts";
import type { Stored } from "./stored.ts";
import { recordId } from "./operations.ts";
import { valuesOf, type Links, type RecordRow, type Values } from "./row.ts";
import * as store from "./store.ts";

/** Shows records as they look outside: people and related records by id and name, asked for all rows at once. */
export async function presentRecords(tx: Tx, companyId: string, schema: CompanySchema, rows: RecordRow[], chosen?: string[]) {
  const fieldsOf = new Map(
    [...new Set(rows.map((row) => row.type_id))].map((typeId) => [typeId, chosenFields(schema.byId.get(typeId), chosen)]),
  );
  const shown = [...fieldsOf.values()].flat();
  const linksOf = shown.some((field) => field.kind === "relation")
    ? await readLinks(tx, companyId, schema, rows)
    : new Map<string, Links>();
  const titles = await titlesOf(tx, companyId, [...linksOf.values()]);
  const names = shown.some((field) => field.kind === "user")
    ? new Map((await store.people(tx, companyId)).map((one) => [one.id, one.name]))
    : new Map<string, string>();

  return rows.map((row) => {
    const type = schema.byId.get(row.type_id);
    const values = type ? valuesOf(type, row, linksOf.get(row.id) ?? {}) : {};
    const visible = (fieldsOf.get(row.type_id) ?? []).map((field) => [
      field.key,
      showValue(field, values[field.key] ?? null, names, titles),
    ]);
    return {
      id: row.id,
      type: type?.key ?? "",
      title: row.title,
      values: Object.fromEntries(visible) as Record<string, unknown>,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      deleted_at: row.deleted_at,
    };
  });
}

/** Values that no record has yet, as records show them. */
export async function presentValues(tx: Tx, companyId: string, type: TypeDefinition, many: Values[]): Promise<Record<string, unknown>[]> {
  const ofKind = (kind: FieldDefinition["kind"]) => type.fields.filter((field) => field.kind === kind);
  const links = many.map((values) => Object.fromEntries(ofKind("relation").map(({ key }) => [key, (values[key] ?? []) as string[]])));
  const titles = await titlesOf(tx, companyId, links);
  const names = new Map((await store.people(tx, companyId)).map((one) => [one.id, one.name]));
  return many.map((values) =>
    Object.fromEntries(type.fields.map((field) => [field.key, showValue(field, values[field.key] ?? null, names, titles)])),
  );
}

function chosenFields(type: TypeDefinition | undefined, chosen: string[] | undefined): FieldDefinition[] {
  if (!type) return [];
  if (!chosen) return type.fields.filter((field) => !(field.place.kind === "links" && field.place.direction === "in"));
  return type.fields.filter((field) => chosen.includes(field.key));
}

/** The related ids of each record by field key, both directions. */
export async function readLinks(
  tx: Tx,
  companyId: string,
  schema: CompanySchema,
  rows: Pick<RecordRow, "id" | "type_id">[],
): Promise<Map<string, Links>> {
  const found = await store.links(
    tx,
    companyId,
    rows.map((row) => row.id),
  );
  const typeOf = new Map(rows.map((row) => [row.id, schema.byId.get(row.type_id)]));
  const links = new Map<string, Links>();
  for (const { field_id: fieldId, of_id: ofId, other_id: otherId, direction } of found) {
    const field = typeOf
      .get(ofId)
      ?.fields.find(({ place }) => place.kind === "links" && place.fieldId === fieldId && place.direction === direction);
    if (!field) continue;
    const own = links.get(ofId) ?? {};
    (own[field.key] ??= []).push(otherId);
    links.set(ofId, own);
  }
  return links;
}

async function titlesOf(tx: Tx, companyId: string, links: Links[]): Promise<Map<string, string>> {
  const ids = [...new Set(links.flatMap((one) => Object.values(one).flat()))];
  if (ids.length === 0) return new Map();
  return new Map((await store.titles(tx, companyId, ids)).map((one) => [one.id, one.title]));
}

function showValue(field: FieldDefinition, value: Stored, names: Map<string, string>, titles: Map<string, string>): unknown {
  if (field.kind === "relation") {
    // A related record in the trash is not shown; it comes back with its restore.
    const related = ((value ?? []) as string[])
      .filter((id) => titles.has(id))
      .map((id) => ({ id: recordId.encode(id), title: titles.get(id) ?? "" }));
    return field.isMulti ? related : (related[0] ?? null);
  }
  if (value === null) return field.isMulti ? [] : null;
  if (field.kind === "user") return { id: memberId.encode(String(value)), name: names.get(String(value)) ?? "" };
  if (Array.isArray(value)) return field.isMulti ? value : (value[0] ?? null);
  return value;
}
