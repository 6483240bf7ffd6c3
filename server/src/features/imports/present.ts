import { csvLine, guard, unguard } from "../../platform/csv.ts";
import type { ErrorRow, ImportRow } from "./store.ts";

const OVER = new Set(["done", "undone", "checked"]);

/** An import in API form. */
export function presentImport(file: ImportRow) {
  const { id, type, name, size, state, created_by, mode, match, mapping, columns, failure, created_at, started_at, finished_at } = file;
  const { total_rows, rows, created, updated, skipped, failed, restored, kept } = file;
  const counts = { total_rows, rows, created, updated, skipped, failed, restored, kept };
  const progress = OVER.has(state) ? 1 : Math.min(file.next_byte / size, 1);
  const operation_id = started_at ? file.operation_id : null;
  const plan = { mode, match, mapping, columns, encoding: file.encoding, delimiter: file.delimiter };
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

export const presentProblems = (rows: ErrorRow[]) => rows.flatMap(({ row, reasons }) => reasons.map((reason) => ({ row, ...reason })));

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
