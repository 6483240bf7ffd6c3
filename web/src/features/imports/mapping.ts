import { isTime, KINDS } from "@kith/filter/kinds";
import type { Field, RecordType } from "../types/index.ts";
import type { ImportDetail, Inspection, Mapped, Plan } from "./import.ts";

export type Format = NonNullable<Mapped["format"]>;

/** Where one column goes; nowhere, when it has no field. */
export interface Target {
  field: string | null;
  format: Format | undefined;
  /** Somebody chose it; until then it is a suggestion. */
  isChosen: boolean;
}

export interface How {
  mode: Plan["mode"];
  match: string | undefined;
}

/** The one target of a column that is no field. */
export const ID = "id";

/** What an earlier check was told, or else what the service suggests. */
export function startOf(file: ImportDetail, seen: Inspection): Target[] {
  const isSameFile = file.mapping !== null && file.columns?.length === seen.columns.length;
  return seen.columns.map(({ column, field, format }) => {
    if (!isSameFile) return { field: field === ID ? null : field, format, isChosen: false };
    const before = file.mapping?.find((one) => one.column === column);
    return { field: before?.field ?? null, format: before?.format, isChosen: before?.field !== field };
  });
}

export const mappingOf = (targets: Target[]): Mapped[] =>
  targets.flatMap(({ field, format }, column) => (field ? [{ column, field, ...(format ? { format } : {}) }] : []));

/** What records can be recognised by: an email, a phone, a web address, or the id that an export wrote. */
export function matchesOf(type: RecordType): { value: string; label: string }[] {
  const fields = type.fields.filter((field) => KINDS[field.type].identifier !== undefined && !field.is_read_only);
  return [...fields.map((field) => ({ value: field.key, label: field.label })), { value: ID, label: "Id, as an export writes it" }];
}

export const settable = (type: RecordType) => type.fields.filter((field) => !field.is_read_only);

const DATES: { value: Format | ""; label: string }[] = [
  { value: "", label: "2026-11-20" },
  { value: "day_month_year", label: "20.11.2026, day first" },
  { value: "month_day_year", label: "11/20/2026, month first" },
];
const NUMBERS: { value: Format | ""; label: string }[] = [
  { value: "", label: "1,234.5" },
  { value: "decimal_comma", label: "1.234,5" },
];

/** The ways in which a field's values may be written in a file; none where there is only one. */
export function formatsOf(field: Field | undefined): { value: Format | ""; label: string }[] {
  if (!field) return [];
  const facts = KINDS[field.type];
  if (isTime(facts)) return DATES;
  // A number with bounds is whole: there is no decimal point to read.
  return facts.shape === "number" && !facts.bounds ? NUMBERS : [];
}
