import { fold, searchable } from "@kith/filter";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../types/index.ts";
import { type ForeignMoney, inOwnCurrency, isForeign } from "./money.ts";

/** A stored value: null is "none". Users and relations are stored as ids once their references are resolved. */
export type Stored = string | number | boolean | string[] | ForeignMoney | null;

/** A record as it is in the table. */
export interface RecordRow {
  id: string;
  type_id: string;
  title: string;
  owner_id: string | null;
  stage: string | null;
  amount: string | null;
  due_at: Date | null;
  data: Record<string, Stored>;
  search: string;
  /** The folded form of those texts in `data` that folding changes. */
  folded: Record<string, string> | null;
  /** Money in another currency, by field, as it was given. `amount` and `data` hold it in the company's currency. */
  foreign_money: Record<string, ForeignMoney> | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  stage_entered_at: Date | null;
  won_at: Date | null;
  lost_at: Date | null;
  /** Only read to be shown: they are in a table of their own. */
  last_activity_at?: Date | null;
  last_contacted?: Date | null;
}

export const COLUMNS =
  "id, type_id, title, owner_id, stage, amount, due_at, data, foreign_money, version, created_at, updated_at, deleted_at, stage_entered_at, won_at, lost_at";

/** For rows `r` that are shown. */
export const LAST_ACTIVITY = `(select a.at from record_activity a where a.company_id = r.company_id and a.record_id = r.id) as last_activity_at,
  (select a.contacted_at from record_activity a where a.company_id = r.company_id and a.record_id = r.id) as last_contacted`;

export const STAGE_TIMES = ["stage_entered_at", "won_at", "lost_at"] as const;

/** Ids of related records by field key. */
export type Links = Record<string, string[]>;
export type Values = Record<string, Stored>;

/** Nobody types a longer text to search for it; its beginning is enough. */
export const MAX_FOLDED = 500;

/** Whether the folded form of this field's texts is stored as well. */
export const isFolded = ({ shape, isList, place }: FieldDefinition) => place.kind === "data" && shape === "text" && !isList;

/** All values of a record by field key, wherever they are stored. */
export function valuesOf(type: TypeDefinition, row: RecordRow, links: Links): Values {
  const values: Values = {};
  for (const field of type.fields) values[field.key] = valueOf(field, row, links);
  return values;
}

export function valueOf({ key, place, shape }: FieldDefinition, row: RecordRow, links: Links): Stored {
  if (place.kind === "links") return links[key]?.length ? links[key] : null;
  const foreign = row.foreign_money?.[key];
  if (foreign) return foreign;
  // To be shown it is the time that is known, to be changed what somebody wrote.
  if (place.kind === "data" || (place.column === "last_contacted" && row.last_contacted === undefined)) return row.data[key] ?? null;
  return columnValue(row[place.column] ?? null, shape);
}

function columnValue(value: string | Date | null, shape: FieldDefinition["shape"]): Stored {
  if (!(value instanceof Date)) return value;
  return shape === "day" ? value.toISOString().slice(0, 10) : value.toISOString();
}

/** The row that holds these values. Links are not part of it. */
export function rowOf(
  schema: CompanySchema,
  type: TypeDefinition,
  values: Values,
  old: Pick<RecordRow, "id" | "version" | "created_at" | "updated_at" | "deleted_at"> & Partial<RecordRow>,
): RecordRow {
  const retired = retiredOf(type, old.data);
  const row: RecordRow = {
    stage_entered_at: null,
    won_at: null,
    lost_at: null,
    ...old,
    type_id: type.id,
    title: "",
    owner_id: null,
    stage: null,
    amount: null,
    due_at: null,
    data: { ...retired },
    search: "",
    folded: null,
    foreign_money: null,
  };
  const foreign: Record<string, ForeignMoney> = retiredOf(type, old.foreign_money ?? {});
  for (const { key, place } of type.fields) {
    const given = values[key] ?? null;
    if (given === null || place.kind === "links") continue;
    if (isForeign(given)) foreign[key] = given;
    // New money without a rate was refused; what is stored already keeps its amount.
    const value = isForeign(given) ? (inOwnCurrency(given, schema) ?? storedAmount(old, place, key)) : given;
    if (value === null) continue;
    if (place.kind === "data" || place.column === "last_contacted") row.data[key] = value;
    else if (place.column === "due_at") row.due_at = new Date(String(value));
    else if (isTextColumn(place.column)) row[place.column] = String(value);
  }
  if (Object.keys(foreign).length > 0) row.foreign_money = foreign;
  row.search = searchText(type, values);
  // The kind of a retired field is not known here: fold its strings too, so that they are found when the field is restored.
  row.folded = foldedTexts(row.data, [...Object.keys(retired), ...type.fields.filter(isFolded).map((field) => field.key)]);
  return row;
}

const TEXT_COLUMNS = ["title", "owner_id", "stage", "amount"] as const;
/** All others are times that the service sets. */
const isTextColumn = (column: string): column is (typeof TEXT_COLUMNS)[number] => TEXT_COLUMNS.some((one) => one === column);

const storedAmount = (old: Partial<RecordRow>, { kind }: FieldDefinition["place"], key: string) =>
  (kind === "column" ? old.amount : old.data?.[key]) ?? null;

/** Values of retired fields: hidden, and visible again when the field is restored. */
function retiredOf<V>(type: TypeDefinition, data: Record<string, V> = {}): Record<string, V> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !type.fields.some((field) => field.key === key)));
}

/** What full text search reads: all texts of the record, folded and not shortened, and names in other spellings. What is not in it is not in the record. */
function searchText(type: TypeDefinition, values: Values): string {
  const parts = type.fields.filter((field) => field.shape === "text").flatMap((field) => values[field.key] ?? []);
  return searchable(parts.join("\n"));
}

function foldedTexts(data: RecordRow["data"], keys: string[]): RecordRow["folded"] {
  let texts: RecordRow["folded"] = null;
  for (const key of keys) {
    const value = data[key];
    if (typeof value !== "string") continue;
    const folded = fold(value);
    if (folded !== value && folded.length <= MAX_FOLDED) (texts ??= {})[key] = folded;
  }
  return texts;
}
