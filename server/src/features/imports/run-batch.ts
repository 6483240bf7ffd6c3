import { zoneNamed } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError } from "../../kernel/errors.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { addRepeats } from "./first-rows.ts";
import { readBatch, type FileRow } from "./read-batch.ts";
import { prepareReading, readCells, type Reading } from "./read-cells.ts";
import { cellReader, type CellReader } from "./read-spelled.ts";
import type { Result } from "./row-result.ts";
import { saveRows } from "./save-rows.ts";
import { addToTally } from "./tally.ts";
import * as store from "./store.ts";

const MAX_ROWS = 1_000_000;

/** Reads the next rows of the file, checks or saves them, and stores the progress. Returns whether the import is done. */
export async function runBatch(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, file: store.ImportRow): Promise<boolean> {
  const { companyId } = call.actor;
  const reading = prepareReading(type, file.mapping ?? []);
  refuseLostFields(type, file, reading);
  const batch = await readBatch(call.tx, companyId, file);
  const rows = batch.rows.filter((row) => row.cells.some((cell) => cell !== ""));
  if (file.rows + rows.length > MAX_ROWS)
    throw new AppError(422, "too_many_rows", "The file has more than 1,000,000 rows. Split it in two.");

  const readable = rows.filter((row) => !problemOf(row));
  const reader = readerFor(call, schema);
  const rules = {
    trialOf: file.state === "checking" ? file.id : undefined,
    match: file.mode === "upsert" ? file.match : null,
    badCells: file.bad_cells ?? "refuse_row", // of an import that an older version checked
    unknown: reading.unknown,
    repeatedRows: file.repeated_rows ?? "import", // as above
  };
  const results = await saveRows(
    call,
    schema,
    type,
    { ...rules, importId: file.id, mapping: file.mapping ?? [] },
    readable.map((row) => ({ ...readCells(reading, row.cells, reader), id: idIn(reading, row), row: row.row })),
  );
  const tally = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { status } of results) tally[status]++;
  const errors = [
    ...rows.flatMap((row) => problemOf(row) ?? []),
    ...readable.flatMap((row, at) => reportOf(file, reading, row, results[at])),
  ];
  tally.failed += rows.length - readable.length;
  await store.addErrors(call.tx, companyId, file.id, errors, call.clock.now());

  await store.update(call.tx, companyId, file.id, {
    next_byte: batch.nextByte,
    next_row: file.next_row + batch.rows.length,
    batch_rows: Math.min(file.batch_rows * 2, BATCH_ROWS),
    rows: file.rows + rows.length,
    created: file.created + tally.created,
    updated: file.updated + tally.updated,
    skipped: file.skipped + tally.skipped,
    failed: file.failed + tally.failed,
    warned: file.warned + results.filter((one) => one.warnings.length > 0).length,
    by_field: addToTally(type, file.by_field, results),
    repeats: addRepeats(
      file.repeats,
      results.flatMap(({ repeats: first }, at) => (first === undefined ? [] : { row: readable[at]?.row ?? 0, first })),
    ),
  });
  return batch.nextByte >= store.sizeOf(file);
}

export const BATCH_ROWS = 1_000;

/** Skips one row that fails with an unexpected error, so that the rest can be imported. */
export async function skipRow(call: Call, companyId: string, file: store.ImportRow): Promise<void> {
  const batch = await readBatch(call.tx, companyId, { ...file, batch_rows: 1 });
  const [row] = batch.rows;
  if (row)
    await store.addErrors(
      call.tx,
      companyId,
      file.id,
      [{ ...showable(row), reasons: [{ column: null, message: "This row could not be saved." }], is_refused: true }],
      call.clock.now(),
    );
  await store.update(call.tx, companyId, file.id, {
    next_byte: batch.nextByte,
    next_row: file.next_row + 1,
    batch_rows: BATCH_ROWS,
    rows: file.rows + (row ? 1 : 0),
    failed: file.failed + (row ? 1 : 0),
  });
}

function refuseLostFields(type: TypeDefinition, file: store.ImportRow, reading: Reading): void {
  const known = new Set([...reading.targets.map((target) => target.key), ...(reading.idColumn === undefined ? [] : ["id"])]);
  const lost = file.mapping?.find((one) => !known.has(one.field));
  if (lost) throw new AppError(409, "field_gone", `${type.labelPlural} no longer have the field ${lost.field}.`);
}

// PostgreSQL cannot store NUL, and text in another encoding would be stored as something else.
export function problemOf(row: FileRow): store.ErrorRow | undefined {
  const at = row.cells.findIndex((cell) => cell.includes("\0"));
  const message = at >= 0 ? "Text cannot contain the NUL character." : row.isGarbled ? "This row is not valid UTF-8." : undefined;
  return message ? { ...showable(row), reasons: [{ column: null, message }], is_refused: true } : undefined;
}

const showable = ({ row, cells }: FileRow) => ({ row, cells: cells.map((cell) => cell.replaceAll("\0", "\uFFFD")) });

/** What was wrong with a row: why it was refused, or which cells were left empty. */
function reportOf(file: store.ImportRow, reading: Reading, row: FileRow, result: Result | undefined): store.ErrorRow[] {
  const errors = result?.status === "failed" ? result.fieldErrors : (result?.warnings ?? []);
  if (errors.length === 0) return [];
  const reasons = errors.map(({ pointer, message, hint }) => {
    const column = columnOf(reading, pointer.slice(1));
    return { column: (column === undefined ? undefined : file.columns?.[column]) ?? null, message, ...(hint ? { hint } : {}) };
  });
  return [{ ...showable(row), reasons, is_refused: result?.status === "failed" }];
}

/** How this company's cells are read. */
export const readerFor = (call: Call<Member>, { formats }: CompanySchema): CellReader =>
  cellReader(formats, {
    now: call.clock.now().getTime(),
    zone: zoneNamed(call.actor.company.timeZone),
    weekStart: formats.weekStart,
  });

export const idIn = ({ idColumn }: Reading, { cells }: FileRow) => (idColumn === undefined ? "" : (cells[idColumn] ?? "").trim());

/** The column that a field is read from, the first if there are several. */
export const columnOf = (reading: Reading, key: string): number | undefined =>
  key === "id" ? reading.idColumn : reading.targets.find((target) => target.key === key)?.columns[0]?.at;
