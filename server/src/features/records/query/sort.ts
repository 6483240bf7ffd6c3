import { nearest } from "@kith/filter";
import type { Shape } from "@kith/filter/kinds";
import { AppError } from "../../../kernel/errors.ts";
import { raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { findField, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";

/** One of the fields that rows are ordered by. */
export interface Order {
  field: FieldDefinition;
  isDescending: boolean;
  /** The SQL expression rows are ordered by, and the type a cursor's value is cast to. */
  expression: Sql;
  cast: Sql;
  isNullable: boolean;
}

export type Sort = readonly [Order, ...Order[]];

const MAX_SORT_FIELDS = 3;
// A cursor contains the sort values of its position, and must fit into a URL.
const SORTED_CHARACTERS = 120;
const bad = (message: string) => new AppError(400, "bad_sort", message);

/** Fields with commas between, `-` before one for descending; the id breaks ties. By default the newest changes come first. */
export function readSort(type: TypeDefinition, given: string | undefined): Sort {
  const [first = "-updated_at", ...others] = (given ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (others.length >= MAX_SORT_FIELDS) throw bad(`Sort by at most ${MAX_SORT_FIELDS} fields.`);
  return [readOrder(type, first), ...others.map((part) => readOrder(type, part))];
}

function readOrder(type: TypeDefinition, part: string): Order {
  const name = part.replace(/^[-+]/, "").trim();
  const field = findField(type, name);
  if (field && !field.isList) return { field, isDescending: part.startsWith("-"), ...ordering(field) };
  const able = type.fields.filter((one) => !one.isList).map((one) => one.key);
  const close = nearest(name, able);
  throw bad(
    `${type.labelPlural} cannot be sorted by ${JSON.stringify(name)}. ${close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Sort by one of ${able.join(", ")}.`}`,
  );
}

function ordering(field: FieldDefinition): Pick<Order, "expression" | "cast" | "isNullable"> {
  if (field.place.kind === "column") return columnOrdering(field, field.place.column);
  const cast = raw(field.shape === "number" ? "numeric" : "text");
  return { expression: dataExpression(field.shape, field.key, "r"), cast, isNullable: true };
}

/** The expression that orders a value in `data`. An index for the field is made on exactly this expression. */
export function dataExpression(shape: Shape, key: string, alias: string): Sql {
  const value = sql`(${raw(alias)}.data ->> ${raw(literal(key))})`;
  if (shape === "number") return sql`${value}::numeric`;
  if (shape === "text") return sql`left(${foldedText(value)}, ${raw(String(SORTED_CHARACTERS))})`;
  return sql`(${value} collate "C")`;
}

/** Texts are compared folded and by code point, whatever the database's locale: as in memory, and as in their index. */
export const foldedText = (value: Sql): Sql => sql`(fold(${value}) collate "C")`;

function columnOrdering(field: FieldDefinition, column: string): Pick<Order, "expression" | "cast" | "isNullable"> {
  if (column === "title") return { expression: foldedText(raw("r.title")), cast: raw("text"), isNullable: false };
  if (column === "amount") return { expression: raw("r.amount"), cast: raw("numeric"), isNullable: true };
  if (column === "stage") {
    const order = (field.options ?? []).map((option) => option.key);
    return { expression: sql`array_position(${order}::text[], r.stage)`, cast: raw("integer"), isNullable: true };
  }
  if (column === "owner_id") return { expression: raw("r.owner_id"), cast: raw("uuid"), isNullable: true };
  return { expression: raw(`r.${column}`), cast: raw("timestamptz"), isNullable: column !== "created_at" && column !== "updated_at" };
}

/** A key from the schema as an SQL literal, so that an expression index on it can be used. Keys are [a-z0-9_] only. */
export function literal(key: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(key)) throw new Error(`not a field key: ${key}`);
  return `'${key}'`;
}
