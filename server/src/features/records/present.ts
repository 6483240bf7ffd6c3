import { KINDS } from "@kith/filter/kinds";
import type { Tx } from "../../kernel/database.ts";
import { memberId } from "../members/operations.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { relatedNamesColumn, findWithNames, type RelatedNames, type RelatedNamesColumn, type RowWithNames } from "./related-names.ts";
import { inOwnCurrency, isForeign } from "./money.ts";
import { type Stored, valueOf, type RecordRow, type Values } from "./row.ts";
import { recordId } from "./operations.ts";
import * as store from "./store.ts";

/** Records in API form: people and related records by id and name. */
export async function presentRecords(
  tx: Tx,
  companyId: string,
  schema: CompanySchema,
  rows: Pick<RecordRow, "id" | "type_id">[],
  chosen?: string[],
) {
  if (rows.length === 0) return [];
  const types = new Set(rows.map((row) => schema.byId.get(row.type_id)));
  const fields = [...types].flatMap((type) => shownOf(type, chosen).fields);
  const ids = rows.map((row) => row.id);
  const found = new Map((await findWithNames(tx, companyId, ids, relatedNamesColumn(fields))).map((row) => [row.id, row]));
  return showRecords(
    schema,
    ids.flatMap((id) => found.get(id) ?? []),
    chosen,
  );
}

/** The same for records that were read together with their related names. */
export function showRecords(schema: CompanySchema, rows: RowWithNames[], chosen?: string[]) {
  const shownBy = new Map([...new Set(rows.map((row) => row.type_id))].map((id) => [id, shownOf(schema.byId.get(id), chosen)]));
  return rows.map((row) => {
    const shown = shownBy.get(row.type_id) ?? NOTHING_SHOWN;
    const related = relatedOf(shown, row.relatedNames);
    const values: Record<string, unknown> = {};
    // A type may have a hundred fields, of which a record fills ten: show only filled ones, unless the caller chose fields.
    for (const field of chosen ? shown.fields : filledOf(shown, row, related)) {
      values[field.key] =
        field.shape === "record"
          ? showRelated(field, related.get(field))
          : showValue(schema, field, valueOf(field, row, NO_LINKS), row.relatedNames.people);
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

const NO_LINKS = {};

interface Related {
  id: string;
  title: string;
}

function relatedOf(shown: Shown, { out, in: back }: RelatedNames): Map<FieldDefinition, Related[]> {
  const related = new Map<FieldDefinition, Related[]>();
  for (const [direction, links] of [["out", out ?? []] as const, ["in", back ?? []] as const]) {
    for (const [fieldId, id, title] of links) {
      const field = shown.byLink.get(`${direction} ${fieldId}`);
      if (!field) continue;
      const others = related.get(field);
      if (others) others.push({ id, title });
      else related.set(field, [{ id, title }]);
    }
  }
  return related;
}

/** The fields that a record fills, in their order. Starts from its values: they are a tenth of the fields of its type. */
function filledOf(shown: Shown, row: RecordRow, related: Map<FieldDefinition, Related[]>): FieldDefinition[] {
  const filled = shown.inColumns.filter(({ place }) => place.kind === "column" && row[place.column] !== null);
  filled.push(...related.keys());
  for (const key of Object.keys(row.data)) {
    const field = shown.inData.get(key);
    if (field) filled.push(field);
  }
  return filled.sort((one, other) => (shown.order.get(one) ?? 0) - (shown.order.get(other) ?? 0));
}

/** The fields of a type to show, by where their values are stored. */
export interface Shown {
  fields: FieldDefinition[];
  inColumns: FieldDefinition[];
  inData: Map<string, FieldDefinition>;
  byLink: Map<string, FieldDefinition>;
  order: Map<FieldDefinition, number>;
  relatedNames: RelatedNamesColumn;
}

/** A type is the same object until it is changed, so this is computed once per type (bench:records, get and list cpu). */
const shownByType = new WeakMap<TypeDefinition, Shown>();
const NOTHING_SHOWN = sorted([]);

export function shownOf(type: TypeDefinition | undefined, chosen: string[] | undefined): Shown {
  if (!type) return NOTHING_SHOWN;
  if (chosen) return sorted(type.fields.filter((field) => chosen.includes(field.key)));
  const known = shownByType.get(type);
  if (known) return known;
  const shown = sorted(type.fields.filter((field) => !(field.place.kind === "links" && field.place.direction === "in")));
  shownByType.set(type, shown);
  return shown;
}

function sorted(fields: FieldDefinition[]): Shown {
  return {
    fields,
    inColumns: fields.filter(({ place }) => place.kind === "column"),
    inData: new Map(fields.filter(({ place }) => place.kind === "data").map((field) => [field.key, field])),
    byLink: new Map(
      fields.flatMap((field) => (field.place.kind === "links" ? [[`${field.place.direction} ${field.place.fieldId}`, field]] : [])),
    ),
    order: new Map(fields.map((field, at) => [field, at])),
    relatedNames: relatedNamesColumn(fields),
  };
}

/** Values that are not saved yet, in API form. */
export async function presentValues(
  tx: Tx,
  companyId: string,
  schema: CompanySchema,
  type: TypeDefinition,
  many: Values[],
): Promise<Record<string, unknown>[]> {
  const relations = type.fields.filter((field) => field.shape === "record");
  const idsOf = (values: Values, { key }: FieldDefinition) => (values[key] ?? []) as string[];
  const ids = many.flatMap((values) => relations.flatMap((field) => idsOf(values, field)));
  const found = new Map((await store.titles(tx, companyId, [...new Set(ids)])).map((one) => [one.id, one]));
  const people = Object.fromEntries((await store.people(tx, companyId)).map((one) => [one.id, one.name]));
  const show = (field: FieldDefinition, values: Values) =>
    field.shape === "record"
      ? showRelated(
          field,
          idsOf(values, field).flatMap((id) => found.get(id) ?? []),
        )
      : showValue(schema, field, values[field.key] ?? null, people);
  return many.map((values) => Object.fromEntries(type.fields.map((field) => [field.key, show(field, values)])));
}

/**
 * The given values as they were stored, so that every write says what became of `20k` or `friday`. Without people and related records,
 * whose names would take another query, and without long texts, which are stored as they came.
 */
export function showStored(schema: CompanySchema, type: TypeDefinition, given: Record<string, unknown>, row: RecordRow) {
  const fields = Object.keys(given).flatMap((name) => findField(type, name) ?? []);
  const shown = fields.filter(({ shape, kind }) => shape !== "person" && shape !== "record" && !KINDS[kind].isLong);
  return Object.fromEntries(shown.map((field) => [field.key, showValue(schema, field, valueOf(field, row, NO_LINKS), undefined)]));
}

/** One stored value as a record shows it, with the current names of the people and records in it. */
export function showNamed(schema: CompanySchema, field: FieldDefinition, value: unknown, names: ReadonlyMap<string, string>): unknown {
  const nameOf = (id: string) => names.get(id) ?? "";
  if (field.shape === "record")
    return showRelated(
      field,
      ((value ?? []) as string[]).map((id) => ({ id, title: nameOf(id) })),
    );
  const people = field.shape === "person" ? { [String(value)]: nameOf(String(value)) } : undefined;
  return showValue(schema, field, (value ?? null) as Stored, people);
}

/** A related record in the trash is not shown until it is restored. */
function showRelated(field: FieldDefinition, related: Related[] = []): unknown {
  const shown = related.map(({ id, title }) => ({ id: recordId.show(id), title }));
  return field.isMulti ? shown : (shown[0] ?? null);
}

function showValue(schema: CompanySchema, field: FieldDefinition, value: Stored, people: RelatedNames["people"]): unknown {
  if (value === null) return field.isMulti ? [] : null;
  if (field.shape === "person") return { id: memberId.show(String(value)), name: people?.[String(value)] ?? "" };
  if (isForeign(value)) return { ...value, converted: inOwnCurrency(value, schema) ?? null };
  if (Array.isArray(value)) return field.isMulti ? value : (value[0] ?? null);
  return value;
}
