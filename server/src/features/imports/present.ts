import { csvLine, guard, unguard } from "../../platform/csv.ts";
import { sizeOf, type ErrorRow, type ImportRow } from "./store.ts";

const OVER = new Set(["done", "undone", "checked"]);

/** An import in API form. */
export function presentImport(file: ImportRow) {
  const { id, type, name, size, state, created_by, mode, match, mapping, columns, failure, created_at, started_at, finished_at } = file;
  const { total_rows, rows, created, updated, skipped, failed, warned, restored, kept } = file;
  const counts = { total_rows, rows, created, updated, skipped, failed, warned, restored, kept };
  const progress = OVER.has(state) ? 1 : Math.min(file.next_byte / sizeOf(file), 1);
  const operation_id = started_at ? file.operation_id : null;
  const { bad_cells, repeated_rows, sheets, sheet, encoding, delimiter } = file;
  const plan = { mode, match, mapping, bad_cells, repeated_rows, columns, sheets, sheet, encoding, delimiter };
  return {
    id,
    type,
    name,
    size,
    state,
    created_by,
    ...plan,
    progress,
    ...counts,
    failure,
    operation_id,
    created_at,
    started_at,
    finished_at,
  };
}

/** What was done, column by column, in the order of the file. */
export function presentColumns({ mapping, columns, by_field: byField }: ImportRow) {
  const fields = [...new Set((mapping ?? []).map((one) => one.field))];
  return fields.flatMap((field) => {
    const { reasons, ...counts } = byField[field] ?? { created: 0, updated: 0, left_empty: 0, reasons: {}, new_records: 0 };
    const names = (mapping ?? []).filter((one) => one.field === field).map((one) => columns?.[one.column] ?? "");
    const often = Object.entries(reasons).sort(([, one], [, other]) => other - one);
    return { column: names.join(" + "), field, ...counts, reasons: often.map(([message, count]) => ({ message, count })) };
  });
}

/** The columns of the file that go to no field, by their names. */
export const columnsLeftOut = ({ mapping, columns }: ImportRow): string[] =>
  mapping ? (columns ?? []).filter((name, at) => name !== "" && !mapping.some((one) => one.column === at)) : [];

export const presentProblems = (rows: ErrorRow[], max: number) =>
  rows.flatMap(({ row, reasons }) => reasons.map((reason) => ({ row, ...reason }))).slice(0, max);

/** Failed rows as they were in the file, to fix and import again, with the row's number and the errors. */
export function writeErrors(columns: string[], rows: ErrorRow[], isFirstPage: boolean): string {
  const header = isFirstPage ? [[...columns, "Row", "Problem"]] : [];
  const lines = rows.map(({ row, cells, reasons }) => [
    // Do not guard a cell twice: imported again, it must have the same value.
    ...columns.map((_, at) => unguard(cells[at] ?? "")),
    String(row),
    reasons.map(({ column, message, hint }) => `${column ? `${column}: ` : ""}${message}${hint ? ` ${hint}` : ""}`).join(" "),
  ]);
  return [...header, ...lines].map((cells) => csvLine(cells.map(guard))).join("");
}
