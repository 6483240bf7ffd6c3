import { nearest } from "@kith/filter";
import { AppError } from "../../kernel/errors.ts";
import { raw, sql, type Sql } from "../../platform/postgres/sql.ts";
import { findField, type FieldDefinition, type TypeDefinition } from "../types/index.ts";

export interface Sort {
  field: FieldDefinition;
  isDescending: boolean;
  /** What rows are ordered by, and the type a cursor's value is cast to. */
  expression: Sql;
  cast: Sql;
  isNullable: boolean;
}

/** One field, `-` before it for descending; the id breaks ties. Newest changes first when nothing is asked for. */
export function readSort(type: TypeDefinition, given: string | undefined): Sort {
  const text = given?.trim() || "-updated_at";
  const isDescending = text.startsWith("-");
  const name = text.replace(/^[-+]/, "").trim();
  const field = findField(type, name);
  if (!field || field.kind === "relation" || field.kind === "multi_select" || field.kind === "email" || field.kind === "phone") {
    const able = type.fields.filter((one) => !["relation", "multi_select", "email", "phone"].includes(one.kind)).map((one) => one.key);
    const close = nearest(name, able);
    throw new AppError(
      400,
      "bad_sort",
      `${type.labelPlural} cannot be sorted by ${JSON.stringify(name)}. ${close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Sort by one of ${able.join(", ")}.`}`,
    );
  }
  return { field, isDescending, ...ordering(field) };
}

function ordering(field: FieldDefinition): Pick<Sort, "expression" | "cast" | "isNullable"> {
  if (field.place.kind === "column") return columnOrdering(field, field.place.column);
  const value = sql`(r.data ->> ${raw(literal(field.key))})`;
  if (field.kind === "number" || field.kind === "money")
    return { expression: sql`${value}::numeric`, cast: raw("numeric"), isNullable: true };
  if (field.kind === "text" || field.kind === "long_text" || field.kind === "url")
    return { expression: sql`fold(${value})`, cast: raw("text"), isNullable: true };
  return { expression: sql`(${value} collate "C")`, cast: raw("text"), isNullable: true };
}

function columnOrdering(field: FieldDefinition, column: string): Pick<Sort, "expression" | "cast" | "isNullable"> {
  if (column === "title") return { expression: raw("fold(r.title)"), cast: raw("text"), isNullable: false };
  if (column === "amount") return { expression: raw("r.amount"), cast: raw("numeric"), isNullable: true };
  if (column === "stage") {
    const order = (field.options ?? []).map((option) => option.key);
    return { expression: sql`array_position(${order}::text[], r.stage)`, cast: raw("integer"), isNullable: true };
  }
  if (column === "owner_id") return { expression: raw("r.owner_id"), cast: raw("uuid"), isNullable: true };
  return { expression: raw(`r.${column}`), cast: raw("timestamptz"), isNullable: column === "due_at" };
}

/** A key from the schema as an SQL literal, so that an expression index on it can be used. Keys are [a-z0-9_] only. */
export function literal(key: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(key)) throw new Error(`not a field key: ${key}`);
  return `'${key}'`;
}
