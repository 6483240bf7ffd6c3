import { KINDS } from "@kith/filter/kinds";
import type { FieldError } from "../../kernel/errors.ts";
import { unguard } from "../../platform/csv.ts";
import { findField, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";
import { readSpelled, type CellReader } from "./read-spelled.ts";
import type { Format, Mapped, Unknown } from "./store.ts";

/** A field, and the columns of the file it is read from. */
interface Target {
  key: string;
  field: FieldDefinition;
  columns: { at: number; format: Format | undefined }[];
}

export interface Reading {
  targets: Target[];
  idColumn: number | undefined;
  /** What happens to names that no record has, by field. */
  unknown: Map<string, Unknown>;
}

/** How the columns of a file become values. Fields that were retired since are left out; a caller that needs all compares the count. */
export function prepareReading(type: TypeDefinition, mapping: Mapped[]): Reading {
  const targets = new Map<string, Target>();
  const unknown = new Map<string, Unknown>();
  for (const { column, field: name, format, unknown: choice } of mapping) {
    const field = findField(type, name);
    if (!field) continue;
    const target = targets.get(field.key) ?? { key: field.key, field, columns: [] };
    target.columns.push({ at: column, format });
    targets.set(field.key, target);
    if (choice) unknown.set(field.key, choice);
  }
  return { targets: [...targets.values()], idColumn: mapping.find((one) => one.field === ID_TARGET)?.column, unknown };
}

export interface RowValues {
  given: Record<string, unknown>;
  problems: FieldError[];
}

/** The values of a row, and what is wrong with cells that have none. A blank cell has no value: it never clears a field. */
export function readCells({ targets }: Reading, cells: string[], reader: CellReader): RowValues {
  const row: RowValues = { given: {}, problems: [] };
  for (const { key, field, columns } of targets) {
    const read = columns.map(({ at, format }) => readCell(field, cells[at] ?? "", format, reader)).filter((one) => one !== undefined);
    const problem = read.find((one) => "problem" in one);
    const values = read.flatMap((one) => ("value" in one ? [one.value] : []));
    if (problem) row.problems.push({ pointer: `/${key}`, message: problem.problem });
    else if (values.length === 1) row.given[key] = values[0];
    else if (values.length > 1) row.given[key] = field.isMulti ? values.flat() : values.map((value) => String(value).trim()).join(" ");
  }
  return row;
}

const isText = ({ kind, shape }: FieldDefinition) => shape === "text" && !KINDS[kind].format;

/** Several columns for one field: a list gets all values, a text gets them joined, such as first and last name. */
export const takesSeveral = (field: FieldDefinition) => field.isMulti || isText(field);

const SEPARATOR = /[;\n]+/;

function readCell(field: FieldDefinition, raw: string, format: Format | undefined, reader: CellReader) {
  const cell = unguard(raw);
  if (isText(field)) return cell === "" ? undefined : { value: cell };
  const text = cell.trim();
  if (text === "") return undefined;
  if (!field.isMulti) return readSpelled(field, text, format, reader);
  const parts = text
    .split(KINDS[field.kind].separator ?? SEPARATOR)
    .map((one) => one.trim())
    .filter(Boolean);
  const read = parts.map((one) => readSpelled(field, one, format, reader));
  return read.find((one) => "problem" in one) ?? { value: read.flatMap((one) => ("value" in one ? [one.value] : [])) };
}
