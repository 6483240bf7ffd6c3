import { FIELD_KINDS, type FieldKind, isTime, KINDS } from "@kith/filter/kinds";
import { NUMBER_FORMATS } from "@kith/filter/values";
import type { Field, RecordType } from "../types/index.ts";
import type { ImportDetail, Inspection, Mapped, Plan } from "./import.ts";

export type Format = NonNullable<Mapped["format"]>;
export type Unknown = NonNullable<Mapped["unknown"]>;

/** Where one column goes; nowhere, when it has no field. */
export interface Target {
  field: string | null;
  format: Format | undefined;
  /** What happens to names that no record has; of a relation only. */
  unknown: Unknown | undefined;
  /** Somebody chose it; until then it is a suggestion. */
  isChosen: boolean;
}

export interface How {
  mode: Plan["mode"];
  match: string | undefined;
  badCells: NonNullable<Plan["bad_cells"]>;
  repeatedRows: NonNullable<Plan["repeated_rows"]>;
}

/** The one target of a column that is no field. */
export const ID = "id";

/** What an earlier check was told, or else what the service suggests. */
export function startOf(file: ImportDetail, seen: Inspection): Target[] {
  const isSameFile = file.mapping !== null && file.columns?.length === seen.columns.length;
  return seen.columns.map(({ column, field, format, unknown }) => {
    if (!isSameFile) return { field: field === ID ? null : field, format, unknown, isChosen: false };
    const before = file.mapping?.find((one) => one.column === column);
    return { field: before?.field ?? null, format: before?.format, unknown: before?.unknown, isChosen: before?.field !== field };
  });
}

/** The same for the rows as a whole. */
export const howOf = (file: ImportDetail, seen: Inspection): How => ({
  mode: file.mode ?? seen.mode,
  match: (file.mode ? file.match : seen.match) ?? undefined,
  badCells: file.bad_cells ?? "leave_empty",
  repeatedRows: file.repeated_rows ?? "refuse_row",
});

export const mappingOf = (targets: Target[]): Mapped[] =>
  targets.flatMap(({ field, format, unknown }, column) =>
    field ? [{ column, field, ...(format ? { format } : {}), ...(unknown ? { unknown } : {}) }] : [],
  );

/** What records can be recognised by: an email, a phone, a web address, or the id that an export wrote. */
export function matchesOf(type: RecordType): { value: string; label: string }[] {
  const fields = type.fields.filter((field) => KINDS[field.type].identifier !== undefined && !field.is_read_only);
  return [...fields.map((field) => ({ value: field.key, label: field.label })), { value: ID, label: "Id, as an export writes it" }];
}

export const settable = (type: RecordType) => type.fields.filter((field) => !field.is_read_only);

/** What a field made from a column would be, by what stands in its first rows. */
export function kindOf(samples: string[]): FieldKind {
  const all = (pattern: RegExp | undefined) =>
    pattern !== undefined && samples.length > 0 && samples.every((sample) => pattern.test(sample));
  return FIELD_KINDS.find((kind) => all(KINDS[kind].looksLike)) ?? (all(NUMBER) ? "number" : "text");
}

const NUMBER = /^-?\d[\d.,' ]*$/;

const DATES: { value: Format | ""; label: string }[] = [
  { value: "", label: "Company format" },
  { value: "day_month_year", label: "20.11.2026, day first" },
  { value: "month_day_year", label: "11/20/2026, month first" },
  { value: "year_month_day", label: "2026-11-20, year first" },
];
const NUMBERS: { value: Format | ""; label: string }[] = [
  { value: "", label: "Company format" },
  ...NUMBER_FORMATS.map((format) => ({ value: format, label: format })),
];

/** The ways in which a field's values may be written in a file; none where there is only one. */
export function formatsOf(field: Field | undefined): { value: Format | ""; label: string }[] {
  if (!field) return [];
  const facts = KINDS[field.type];
  if (isTime(facts)) return DATES;
  // A number with bounds is whole: there is no decimal point to read.
  return facts.shape === "number" && !facts.bounds ? NUMBERS : [];
}

/** What can happen to names that no record has; nothing to choose where a field holds no records. */
export function unknownsOf(types: RecordType[], field: Field | undefined): { value: Unknown; label: string }[] {
  const other = field?.relation && !field.is_read_only ? types.find((type) => type.key === field.relation?.type) : undefined;
  if (!other) return [];
  const isNamed = other.fields.every((one) => !one.is_required || one.key === "name");
  return [
    ...(isNamed ? [{ value: "create" as const, label: `Create new ${other.label_plural.toLowerCase()}` }] : []),
    { value: "leave_empty", label: "Leave unknown names empty" },
    { value: "refuse_row", label: "Refuse the row" },
  ];
}
