import { AppError, conflict } from "../../kernel/errors.ts";
import type { Tx } from "../../kernel/database.ts";
import { guessDelimiter, readCsv, unguard, type CsvShape, type Encoding } from "../../platform/csv.ts";
import * as store from "./store.ts";

const HEAD_BYTES = 131_072;
const SAMPLE_ROWS = 50;
const MAX_COLUMNS = 1_000;
const MAX_BLANK_ROWS = 100; // before the header
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface Head {
  encoding: Encoding;
  delimiter: string;
  columns: string[];
  rows: string[][];
  /** Where the first row after the header begins, and its number in a spreadsheet. */
  firstByte: number;
  firstRow: number;
}

/** The delimiter and encoding that the user chose, if any. */
export interface Shape {
  encoding?: Encoding | undefined;
  delimiter?: string | undefined;
}

/** Reads the header and the first rows. Detects delimiter and encoding unless they were chosen. */
export async function readHead(tx: Tx, companyId: string, file: store.ImportRow, shape: Shape = {}): Promise<Head> {
  const bytes = await store.readBytes(tx, companyId, file, 0, HEAD_BYTES);
  if (!file.sheets && isWorkbook(bytes)) throw conflict("not_read", file.failure ?? "The workbook is still being read.");
  const start = bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  const text = bytes.subarray(start);
  const isLast = bytes.length >= store.sizeOf(file);
  const { encoding, delimiter } = file.sheets ? OWN_SHAPE : await shapeOf(tx, companyId, file, text, start > 0, shape);
  const header = readHeader(text, { encoding, delimiter }, isLast);
  const sample = readCsv(text.subarray(header.used), { delimiter, encoding }, SAMPLE_ROWS, isLast);
  return {
    encoding,
    delimiter,
    columns: header.names.map((name, at) => (name || `Column ${at + 1}`).slice(0, 200)),
    rows: sample.rows.map((row) => row.cells).filter((cells) => cells.some((cell) => cell !== "")),
    firstByte: start + header.used,
    firstRow: header.row + 1,
  };
}

/** How we write a sheet of a workbook as CSV. */
const OWN_SHAPE = { encoding: "utf-8", delimiter: "," } as const;

async function shapeOf(tx: Tx, companyId: string, file: store.ImportRow, text: Buffer, hasMark: boolean, shape: Shape) {
  const { alphabets } = await store.parts(tx, companyId, file.id);
  // A file with some valid UTF-8 is damaged UTF-8; one without any is Windows-1252, which older spreadsheets write.
  const isOlder = alphabets.includes("other") && !alphabets.includes("utf-8") && !hasMark;
  const encoding = shape.encoding ?? (isOlder ? "windows-1252" : "utf-8");
  return { encoding, delimiter: shape.delimiter ?? guessDelimiter(text, encoding) };
}

/** The first row that is not blank names the columns. */
function readHeader(text: Buffer, shape: CsvShape, isLast: boolean): { names: string[]; row: number; used: number } {
  for (let [used, row] = [0, 1]; row <= MAX_BLANK_ROWS; row++) {
    const line = readCsv(text.subarray(used), shape, 1, isLast);
    used += line.used;
    const names = line.rows[0]?.cells.map((name) => unguard(name).trim());
    if (!names) break;
    if (names.length > MAX_COLUMNS) throw new AppError(422, "too_many_columns", `The file has more than ${MAX_COLUMNS} columns.`);
    if (names.some((name) => name !== "")) return { names, row, used };
  }
  throw new AppError(422, "no_header", "The first row must name the columns.");
}

/** A workbook is a zip archive. */
export const isWorkbook = (head: Buffer) => head.length >= 4 && head.readUInt32BE(0) === 0x504b0304;

/** Refuses a file that is neither text nor a workbook, as soon as its first bytes are uploaded. */
export function refuseOtherFiles(head: Buffer): void {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16) throw new AppError(422, "not_utf8", "The file is UTF-16. Save it as CSV in UTF-8 and try again.");
  if (isWorkbook(head)) return;
  if (head.subarray(0, 4).equals(OLE))
    throw new AppError(
      422,
      "not_csv",
      "This is an old workbook, or one with a password. Save it as .xlsx without a password and try again.",
    );
  if (head.subarray(0, 1_000).includes(0))
    throw new AppError(422, "not_csv", "This is neither a CSV file nor a workbook. Save it as .xlsx or as CSV (UTF-8) and try again.");
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
