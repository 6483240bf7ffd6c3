import { AppError } from "../../kernel/errors.ts";
import type { Tx } from "../../kernel/database.ts";
import { guessDelimiter, readCsv, unguard, type Encoding } from "../../platform/csv.ts";
import * as store from "./store.ts";

const HEAD_BYTES = 131_072;
const SAMPLE_ROWS = 50;
const MAX_COLUMNS = 1_000;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface Head {
  encoding: Encoding;
  delimiter: string;
  columns: string[];
  rows: string[][];
  /** Where the first row after the header begins. */
  firstByte: number;
}

/** The delimiter and encoding that the user chose, if any. */
export interface Shape {
  encoding?: Encoding | undefined;
  delimiter?: string | undefined;
}

/** Reads the header and the first rows. Detects delimiter and encoding unless they were chosen. */
export async function readHead(tx: Tx, companyId: string, file: store.ImportRow, shape: Shape = {}): Promise<Head> {
  const { alphabets } = await store.parts(tx, companyId, file.id);
  const bytes = await store.readBytes(tx, companyId, file.id, 0, HEAD_BYTES);
  const start = bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  // A file with some valid UTF-8 is damaged UTF-8; one without any is Windows-1252, which older spreadsheets write.
  const isOlder = alphabets.includes("other") && !alphabets.includes("utf-8") && start === 0;
  const encoding = shape.encoding ?? (isOlder ? "windows-1252" : "utf-8");
  const text = bytes.subarray(start);
  const isLast = bytes.length >= file.size;
  const delimiter = shape.delimiter ?? guessDelimiter(text, encoding);
  const header = readCsv(text, { delimiter, encoding }, 1, isLast);
  const names = header.rows[0]?.cells.map((name) => unguard(name).trim());
  if (!names || names.every((name) => name === "")) throw new AppError(422, "no_header", "The first row must name the columns.");
  if (names.length > MAX_COLUMNS) throw new AppError(422, "too_many_columns", `The file has more than ${MAX_COLUMNS} columns.`);
  const sample = readCsv(text.subarray(header.used), { delimiter, encoding }, SAMPLE_ROWS, isLast);
  return {
    encoding,
    delimiter,
    columns: names.map((name, at) => (name || `Column ${at + 1}`).slice(0, 200)),
    rows: sample.rows.map((row) => row.cells).filter((cells) => cells.some((cell) => cell !== "")),
    firstByte: start + header.used,
  };
}

/** Refuses a file that is not text, as soon as its first bytes are uploaded. */
export function refuseOtherFiles(head: Buffer): void {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16) throw new AppError(422, "not_utf8", "The file is UTF-16. Save it as CSV in UTF-8 and try again.");
  if (head[0] === 0x50 && head[1] === 0x4b)
    throw new AppError(422, "not_csv", "This is a workbook, not a CSV file. Save the sheet as CSV (UTF-8) and try again.");
  if (head.subarray(0, 1_000).includes(0))
    throw new AppError(422, "not_csv", "This is not a text file. Save it as CSV in UTF-8 and try again.");
}
