import type { Tx } from "../../kernel/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { readCsv, type CsvRow } from "../../platform/csv.ts";
import * as store from "./store.ts";

const SLICE_BYTES = 262_144;
const MAX_ROW_BYTES = 1_048_576;

export interface FileRow extends CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
}

/** The next rows of the file: as many as a batch takes, and no more than a slice holds. */
export async function readBatch(tx: Tx, companyId: string, file: store.ImportRow): Promise<{ rows: FileRow[]; nextByte: number }> {
  const shape = { delimiter: file.delimiter ?? ",", encoding: file.encoding ?? "utf-8" };
  const size = store.sizeOf(file);
  for (let length = SLICE_BYTES; ; length *= 2) {
    if (file.next_byte >= size) return { rows: [], nextByte: size };
    const bytes = await store.readBytes(tx, companyId, file, file.next_byte, Math.min(length, size - file.next_byte));
    if (bytes.length === 0) throw new AppError(409, "file_gone", "The file is kept for 7 days and is gone. Upload it again.");
    const isLast = file.next_byte + bytes.length >= size;
    const slice = readCsv(bytes, shape, file.batch_rows, isLast);
    if (slice.rows.length > 0) {
      const rows = slice.rows.map((row, at) => ({ ...row, row: file.next_row + at }));
      return { rows, nextByte: file.next_byte + slice.used };
    }
    if (isLast || length >= MAX_ROW_BYTES) throw endless(file.next_row, slice.isInQuotes);
  }
}

const endless = (row: number, isInQuotes: boolean) =>
  isInQuotes
    ? new AppError(422, "unclosed_quote", `A quote that opens in row ${row} is never closed.`)
    : new AppError(422, "row_too_long", `Row ${row} is longer than 1 MiB.`);
