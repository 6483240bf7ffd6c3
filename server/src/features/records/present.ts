import type { Tx } from "../../kernel/database.ts";
import { memberId } from "../members/operations.ts";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../types/index.ts";
import type { Stored } from "./stored.ts";
import { recordId } from "./operations.ts";
import { valueOf, type Links, type RecordRow, type Values } from "./row.ts";
import * as store from "./store.ts";

type Linked = Awaited<ReturnType<typeof store.linked>>;
type People = Awaited<ReturnType<typeof store.people>>;

/** What showing records needs, asked for together with the records themselves, so that it travels with that question. */
export interface Ahead {
  people: Promise<People>;
  linked?: Promise<Linked>;
}

/** Everybody's name, and what the records that are being looked for are related to, where their ids are known. */
export function askAhead(tx: Tx, companyId: string, ids?: string[]): Ahead {
  const ahead = { people: store.people(tx, companyId), ...(ids ? { linked: store.linked(tx, companyId, ids, "out") } : {}) };
  for (const answer of Object.values(ahead)) answer.catch(() => undefined); // whoever waits for the records hears of it
  return ahead;
}

/** Shows records as they look outside: people and related records by id and name, asked for all rows at once. */
export async function presentRecords(
  tx: Tx,
  companyId: string,
  schema: CompanySchema,
  rows: RecordRow[],
  chosen?: string[],
  ahead?: Ahead,
) {
  const fieldsOf = new Map(
    [...new Set(rows.map((row) => row.type_id))].map((typeId) => [typeId, shownFields(schema.byId.get(typeId), chosen)]),
  );
  const shown = [...fieldsOf.values()].flatMap(({ fields }) => fields);
  const linkedBy = (direction: "in" | "out") =>
    shown.some(({ place }) => place.kind === "links" && place.direction === direction)
      ? store.linked(
          tx,
          companyId,
          rows.map((row) => row.id),
          direction,
        )
      : [];
  const [out, back, people] = await Promise.all([
    ahead?.linked ?? linkedBy("out"),
    linkedBy("in"),
    ahead?.people ?? (shown.some((field) => field.kind === "user") ? store.people(tx, companyId) : []),
  ]);
  const linked = [...out, ...back];
  const linksOf = groupLinks(schema, rows, linked);
  const titles = new Map(linked.map((one) => [one.other_id, one.title]));
  const names = new Map(people.map((one) => [one.id, one.name]));

  return rows.map((row) => {
    const values: Record<string, unknown> = {};
    const links = linksOf.get(row.id) ?? NO_LINKS;
    const fields = fieldsOf.get(row.type_id) ?? NOTHING_SHOWN;
    // A type may have a hundred fields, of which a record fills ten. Whoever names a field is told that it is empty.
    for (const field of chosen ? fields.fields : filledOf(fields, row, links)) {
      values[field.key] = showValue(field, valueOf(field, row, links), names, titles);
    }
    return {
      id: row.id,
      type: schema.byId.get(row.type_id)?.key ?? "",
      title: row.title,
      values,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      deleted_at: row.deleted_at,
    };
  });
}

const NO_LINKS: Links = {};
const NOTHING_SHOWN = shownOf([]);

/** The fields that a record fills, in their order: found from what it holds, which is a tenth of what its type may hold. */
function filledOf(shown: Shown, row: RecordRow, links: Links): FieldDefinition[] {
  const filled = shown.elsewhere.filter(({ key, place }) => (place.kind === "column" ? row[place.column] !== null : key in links));
  for (const key of Object.keys(row.data)) {
    const field = shown.inData.get(key);
    if (field) filled.push(field);
  }
  return filled.sort((one, other) => (shown.order.get(one) ?? 0) - (shown.order.get(other) ?? 0));
}

/** The fields of a type that are to be shown, by where their values are. */
interface Shown {
  fields: FieldDefinition[];
  elsewhere: FieldDefinition[];
  inData: Map<string, FieldDefinition>;
  order: Map<FieldDefinition, number>;
}

/** A type stays the same object for as long as it is not changed: what follows from it is worked out once. */
const shownByType = new WeakMap<TypeDefinition, Shown>();

function shownFields(type: TypeDefinition | undefined, chosen: string[] | undefined): Shown {
  if (!type) return NOTHING_SHOWN;
  if (chosen) return shownOf(chosenFields(type, chosen));
  const shown = shownByType.get(type) ?? shownOf(chosenFields(type, undefined));
  shownByType.set(type, shown);
  return shown;
}

function shownOf(fields: FieldDefinition[]): Shown {
  return {
    fields,
    elsewhere: fields.filter(({ place }) => place.kind !== "data"),
    inData: new Map(fields.filter(({ place }) => place.kind === "data").map((field) => [field.key, field])),
    order: new Map(fields.map((field, at) => [field, at])),
  };
}

/** Values that no record has yet, as records show them. */
export async function presentValues(tx: Tx, companyId: string, type: TypeDefinition, many: Values[]): Promise<Record<string, unknown>[]> {
  const ofKind = (kind: FieldDefinition["kind"]) => type.fields.filter((field) => field.kind === kind);
  const ids = many.flatMap((values) => ofKind("relation").flatMap(({ key }) => (values[key] ?? []) as string[]));
  const titles = new Map((await store.titles(tx, companyId, [...new Set(ids)])).map((one) => [one.id, one.title]));
  const names = new Map((await store.people(tx, companyId)).map((one) => [one.id, one.name]));
  return many.map((values) =>
    Object.fromEntries(type.fields.map((field) => [field.key, showValue(field, values[field.key] ?? null, names, titles)])),
  );
}

function chosenFields(type: TypeDefinition, chosen: string[] | undefined): FieldDefinition[] {
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
  const ids = rows.map((row) => row.id);
  return groupLinks(schema, rows, await store.links(tx, companyId, ids));
}

function groupLinks(schema: CompanySchema, rows: Pick<RecordRow, "id" | "type_id">[], found: store.FoundLink[]): Map<string, Links> {
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
