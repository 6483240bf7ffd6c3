import { setImmediate } from "node:timers/promises";
import type { JobCall } from "../../kernel/job.ts";
import { csvLine, guard, readCsv, type Encoding } from "../../platform/csv.ts";
import { readSheet, type SheetRow } from "../../platform/xlsx/sheet.ts";
import { openWorkbook, type Sheet } from "../../platform/xlsx/workbook.ts";
import { badWorkbook, type ByteSource } from "../../platform/xlsx/zip.ts";
import { PART_BYTES } from "./operations.ts";
import { keepText, openFile, readSlice, settleFile } from "./worker-operations.ts";
import { createSpellings } from "./spellings.ts";

const MAX_SHEETS_TRIED = 5;
const SLICE_BYTES = 262_144;
const MAX_TEXT_BYTES = 104_857_600;
const MAX_ROW_BYTES = 1_048_576;
const WORK_BYTES = 524_288; // written without letting other work run

type Spellings = ReturnType<typeof createSpellings>;

/**
 * Reads a whole file once before its columns are chosen: a workbook becomes CSV, sheet by sheet as it is chosen, and of every column it is
 * noted how its cells are written. Slice by slice, so that other work runs in between. If the worker dies, it begins again.
 */
export async function readFile({ call }: JobCall, id: string, operation: string): Promise<void> {
  const { file } = await call(openFile, { id }, operation);
  if (!file) return;
  const read = async (from: number, length: number) =>
    Buffer.from((await call(readSlice, { id, from, length }, operation)).base64, "base64");
  const spellings = createSpellings();
  if (file.csv) {
    await noteCsv({ size: file.size, read }, file.csv, spellings);
    await call(settleFile, { id, sheets: null, sheet: null, text_size: null, spellings: spellings.all() }, operation);
    return;
  }
  const workbook = await openWorkbook({ size: file.size, read });
  const keep = (position: number, bytes: Buffer) => call(keepText, { id, position, base64: bytes.toString("base64") }, operation);
  let [sheet, size] = [0, 0];
  for (sheet of file.sheet === null ? sheetsToTry(workbook.sheets) : [file.sheet]) {
    const text = createText(keep);
    for await (const rows of readSheet(workbook, sheet)) {
      for (const row of rows) {
        spellings.add(row.cells);
        await text.add(row);
      }
    }
    size = await text.end();
    if (size > 0) break;
  }
  if (size === 0) throw badWorkbook(`The sheet ${JSON.stringify(workbook.sheets[sheet]?.name)} is empty.`);
  const sheets = workbook.sheets.map(({ name, isHidden }) => ({ name, is_hidden: isHidden }));
  await call(settleFile, { id, sheets, sheet, text_size: size, spellings: spellings.all() }, operation);
}

/** The first that is shown; the next ones only if it is empty, as a cover page is. */
function sheetsToTry(sheets: Sheet[]): number[] {
  const shown = sheets.flatMap((sheet, at) => (sheet.isHidden ? [] : [at]));
  return (shown.length > 0 ? shown : [0]).slice(0, MAX_SHEETS_TRIED);
}

interface CsvStart {
  encoding: Encoding;
  delimiter: string;
  first_byte: number;
}

async function noteCsv({ size, read }: ByteSource, { encoding, delimiter, first_byte: start }: CsvStart, spellings: Spellings) {
  let length = SLICE_BYTES;
  for (let at = start; at < size;) {
    const bytes = await read(at, Math.min(length, size - at));
    const slice = readCsv(bytes, { encoding, delimiter }, Number.POSITIVE_INFINITY, at + bytes.length >= size);
    for (const { cells } of slice.rows) spellings.add(cells);
    at += slice.used;
    if (slice.used > 0) length = SLICE_BYTES;
    // A row without end: the check of the file names it.
    else if (length >= MAX_ROW_BYTES || at + bytes.length >= size) return;
    else length *= 2;
  }
}

/** Notes the cells of a small file at once. */
export async function spellingsOf(bytes: Buffer, csv: CsvStart): Promise<string[][]> {
  const spellings = createSpellings();
  await noteCsv({ size: bytes.length, read: async (from, length) => bytes.subarray(from, from + length) }, csv, spellings);
  return spellings.all();
}

/** Writes rows as CSV in parts of equal size. A row has the same number there as in the sheet. */
function createText(keep: (position: number, bytes: Buffer) => Promise<unknown>) {
  let pieces: Buffer[] = [];
  let [waiting, size, position, line, worked] = [0, 0, 0, 1, 0];
  const flush = async (least: number) => {
    while (waiting >= least) {
      const all = Buffer.concat(pieces);
      await keep(position++, all.subarray(0, PART_BYTES));
      pieces = [all.subarray(PART_BYTES)];
      waiting = Math.max(waiting - PART_BYTES, 0);
    }
  };
  return {
    async add({ row, cells }: SheetRow): Promise<void> {
      const length = cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length > MAX_ROW_BYTES) throw badWorkbook(`Row ${row} is longer than 1 MiB.`);
      const bytes = Buffer.from(`${"\r\n".repeat(row - line)}${csvLine(cells.map(guard))}`);
      line = row + 1;
      pieces.push(bytes);
      waiting += bytes.length;
      size += bytes.length;
      worked += bytes.length;
      if (size > MAX_TEXT_BYTES) throw badWorkbook("The sheet has more than 100 MiB of text. Save it as CSV and split it.");
      if (worked > WORK_BYTES) {
        worked = 0;
        await setImmediate();
      }
      await flush(PART_BYTES);
    },
    async end(): Promise<number> {
      await flush(1);
      return size;
    },
  };
}
