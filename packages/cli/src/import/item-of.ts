import type { Field, Type } from "@kith/sdk";
import { isObject } from "../cells.ts";
import { unguard } from "../csv.ts";

export interface Item {
  id?: string;
  values: { [name: string]: unknown };
}

export interface Reading {
  type: Type;
  /** Of a CSV. */
  columns: string[];
  /** Update the record with the id in the row. */
  isById: boolean;
  /** Related records and people by their id, and not by their name. */
  isReferredById: boolean;
}

/** Columns of the file of refused rows: it can be corrected and imported as it is. */
export const NOTES = ["kith_line", "kith_reason"];

/** A row as the service takes it, or why it cannot be sent. */
export function itemOf(reading: Reading, cells: string[]): Item | string {
  return reading.columns.length > 0 ? itemOfCells(reading, cells) : itemOfLine(reading, cells[0] ?? "");
}

function itemOfCells({ type, columns, isById }: Reading, cells: string[]): Item | string {
  if (cells.length > columns.length) return `The row has ${cells.length} cells, and there are ${columns.length} columns.`;
  const values: Item["values"] = {};
  let id: string | undefined;
  for (const [at, column] of columns.entries()) {
    const cell = unguard(cells[at] ?? "");
    const field = fieldNamed(type, column);
    if (column.toLowerCase() === "id") id = cell;
    else if (NOTES.includes(column) || field?.is_read_only) continue;
    else values[column] = field?.is_multi && cell ? cell.split(";").map((one) => one.trim()) : cell || null;
  }
  return withId({ values }, id, isById);
}

function itemOfLine(reading: Reading, line: string): Item | string {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return "The line is not JSON.";
  }
  if (!isObject(given)) return "The line is not a JSON object.";
  const { id, values, type } = given;
  // As `kith export` writes it, or only the values.
  const isRecord = isObject(values) && typeof type === "string";
  const shown = Object.entries(isRecord ? values : given).filter(([name]) => !(isRecord && fieldNamed(reading.type, name)?.is_read_only));
  const sent = Object.fromEntries(shown.map(([name, value]) => [name, referred(value, reading.isReferredById)]));
  return withId({ values: sent }, isRecord && typeof id === "string" ? id : undefined, reading.isById);
}

function withId(item: Item, id: string | undefined, isById: boolean): Item | string {
  if (!isById) return item;
  return id ? { id, ...item } : "The row has no id.";
}

function fieldNamed(type: Type, name: string): Field | undefined {
  const folded = name.trim().toLowerCase();
  return type.fields.find(({ key }) => key === folded) ?? type.fields.find(({ label }) => label.toLowerCase() === folded);
}

/** Another company has other ids: related records are found by title, and people by name. */
function referred(value: unknown, isById: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => referred(one, isById));
  if (!isObject(value) || typeof value["id"] !== "string") return value;
  return isById ? value["id"] : (value["title"] ?? value["name"] ?? value["id"]);
}
