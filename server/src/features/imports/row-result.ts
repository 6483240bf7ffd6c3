import type { FieldError } from "../../kernel/errors.ts";
import type { FirstRows } from "./first-rows.ts";
import type { CellRules, NewRecord, Saved } from "./save-cells.ts";
import type { Mapped, RepeatedRows } from "./store.ts";

export interface Result {
  status: "created" | "updated" | "skipped" | "failed";
  fieldErrors: FieldError[];
  /** The fields that the row changes, the cells that it leaves empty, and the related records it makes. */
  touched: string[];
  warnings: FieldError[];
  newRecords: NewRecord[];
  /** The earlier row that is about the same record. */
  repeats?: number | undefined;
}

export interface Row {
  given: Record<string, unknown>;
  /** What was wrong with cells before they became values. */
  problems: FieldError[];
  id: string;
  /** As a spreadsheet counts. */
  row: number;
}

export interface Meant extends Row {
  at: number;
  /** The values that identify the row's record. Rows that share one are saved one after the other, in the file's order. */
  keys: string[];
}

/** How the rows of an import are saved. */
export interface RowRules extends CellRules {
  importId: string;
  mapping: Mapped[];
  repeatedRows: RepeatedRows;
}

export interface SavingRules extends RowRules {
  firstRows: FirstRows;
}

export const failed = (pointer: string, message: string, hint?: string): Result => ({
  status: "failed",
  fieldErrors: [{ pointer, message, ...(hint ? { hint } : {}) }],
  touched: [],
  warnings: [],
  newRecords: [],
});

/** A row about the record of an earlier one would change what that row said: it is refused unless that was chosen. */
export const refusedRepeat = (key: string, label: string, first: number): Result => ({
  ...failed(`/${key}`, `Row ${first} has the same ${label.toLowerCase()}.`),
  repeats: first,
});

export function resultOf(
  { outcome: { isNew, row, fieldErrors }, touched, warnings, newRecords }: Saved,
  versionBefore: number | undefined,
): Result {
  if (fieldErrors.length > 0) return { status: "failed", fieldErrors, touched, warnings, newRecords };
  const status = isNew ? "created" : row.version === versionBefore ? "skipped" : "updated";
  return { status, fieldErrors, touched, warnings, newRecords };
}

/** The rows that share no key, and those that come after them. */
export function takeWave(rows: Meant[]): { wave: Meant[]; later: Meant[] } {
  const seen = new Set<string>();
  const { wave = [], later = [] } = Object.groupBy(rows, (row) => {
    const isRepeated = row.keys.some((key) => seen.has(key));
    for (const key of row.keys) seen.add(key);
    return isRepeated ? "later" : "wave";
  });
  return { wave, later };
}
