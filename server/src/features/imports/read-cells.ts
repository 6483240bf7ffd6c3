import { isTime, KINDS } from "@kith/filter/kinds";
import { unguard } from "../../platform/csv.ts";
import { findField, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";
import type { Format, Mapped } from "./store.ts";

/** A field, and the columns of the file it is read from. */
interface Target {
  key: string;
  field: FieldDefinition;
  columns: { at: number; format: Format | undefined }[];
}

export interface Reading {
  targets: Target[];
  idColumn: number | undefined;
}

/** How the columns of a file become values. Fields that were retired since are left out; a caller that needs all compares the count. */
export function prepareReading(type: TypeDefinition, mapping: Mapped[]): Reading {
  const targets = new Map<string, Target>();
  for (const { column, field: name, format } of mapping) {
    const field = findField(type, name);
    if (!field) continue;
    const target = targets.get(field.key) ?? { key: field.key, field, columns: [] };
    target.columns.push({ at: column, format });
    targets.set(field.key, target);
  }
  return { targets: [...targets.values()], idColumn: mapping.find((one) => one.field === ID_TARGET)?.column };
}

/** The values of a row. A blank cell has none: it never clears a field. */
export function readCells({ targets }: Reading, cells: string[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const { key, field, columns } of targets) {
    const value =
      columns.length === 1 ? readCell(field, cells[columns[0]?.at ?? 0] ?? "", columns[0]?.format) : joinCells(field, cells, columns);
    if (value !== undefined) given[key] = value;
  }
  return given;
}

const isText = ({ kind, shape }: FieldDefinition) => shape === "text" && !KINDS[kind].format;

/** Several columns for one field: a list gets all values, a text gets them joined, such as first and last name. */
export const takesSeveral = (field: FieldDefinition) => field.isMulti || isText(field);

function joinCells(field: FieldDefinition, cells: string[], columns: Target["columns"]): unknown {
  const values = columns.map(({ at, format }) => readCell(field, cells[at] ?? "", format)).filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  return field.isMulti ? values.flat() : values.map((value) => String(value).trim()).join(" ");
}

const SEPARATOR = /[;\n]+/;

function readCell(field: FieldDefinition, raw: string, format: Format | undefined): unknown {
  const cell = unguard(raw);
  if (isText(field)) return cell === "" ? undefined : cell;
  const text = cell.trim();
  if (text === "") return undefined;
  if (field.isMulti) {
    return text
      .split(KINDS[field.kind].separator ?? SEPARATOR)
      .map((one) => one.trim())
      .filter(Boolean);
  }
  if (isTime(field)) return readDay(text, format);
  if (field.shape === "number") return readNumber(text, format);
  return text;
}

export const LOCAL_DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\d)(.*)$/s;

function readDay(text: string, format: Format | undefined): string {
  const [, first = "", second = "", year = "", rest = ""] = LOCAL_DAY.exec(text) ?? [];
  if (!year || !format) return text;
  const [day, month] = format === "month_day_year" ? [second, first] : [first, second];
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${rest}`;
}

function readNumber(text: string, format: Format | undefined): string {
  const plain = text.replace(/^(?:[€$£¥]|[A-Z]{3}\b)\s*|\s*(?:[€$£¥]|\b[A-Z]{3})$/g, "");
  if (format === "decimal_comma") return plain.replaceAll(/[.\s']/g, "").replace(",", ".");
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
}
