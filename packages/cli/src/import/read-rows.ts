import { createReadStream } from "node:fs";
import { InputError } from "../errors.ts";
import { readCsvRows } from "./csv-rows.ts";
import type { FoundRow } from "./found-row.ts";

/** One row of a file: where it is, where the next one begins, and what is in it. */
export interface Row {
  /** Counted from 1, as an editor shows it. */
  line: number;
  /** The first byte after it. */
  end: number;
  /** What was in the row, for the file of refused rows. */
  cells: string[];
  /** The line after it. */
  nextLine: number;
}

export interface Place {
  /** In bytes. */
  position: number;
  line: number;
}

export type Form = "csv" | "lines";

const CHUNK_BYTES = 1 << 16;
const MAX_ROW_BYTES = 16 * 1024 * 1024;

/** The rows of a file or of standard input from a place on, one at a time, whatever the size of the file. */
export async function* readRows(
  file: string | undefined,
  form: Form,
  from: Place,
  delimiter: string,
): AsyncGenerator<Row, void, undefined> {
  const source: AsyncIterable<Buffer> =
    file === undefined ? process.stdin : createReadStream(file, { start: from.position, highWaterMark: CHUNK_BYTES });
  const take = form === "csv" ? (bytes: Buffer, isLast: boolean) => readCsvRows(bytes, delimiter, isLast) : readLines;
  let { position, line } = from;
  let left: Buffer = Buffer.alloc(0);
  const rowsOf = function* (isLast: boolean): Generator<Row, void, undefined> {
    const { rows, used } = take(left, isLast);
    for (const { cells, end, lines } of rows) {
      if (cells.some((cell) => cell !== "")) yield { line, end: position + end, cells, nextLine: line + lines };
      line += lines;
    }
    position += used;
    left = left.subarray(used);
  };
  for await (const chunk of source) {
    left = left.length > 0 ? Buffer.concat([left, chunk]) : chunk;
    yield* rowsOf(false);
    if (left.length > MAX_ROW_BYTES) throw new InputError(`The row at line ${line} has no end within 16 MiB. Is a quote missing?`);
  }
  yield* rowsOf(true);
}

function readLines(bytes: Buffer, isLast: boolean): { rows: FoundRow[]; used: number } {
  const rows: FoundRow[] = [];
  let used = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, used)) {
    rows.push({ cells: [bytes.toString("utf8", used, end).trim()], end: end + 1, lines: 1 });
    used = end + 1;
  }
  if (isLast && used < bytes.length) {
    rows.push({ cells: [bytes.toString("utf8", used).trim()], end: bytes.length, lines: 1 });
    used = bytes.length;
  }
  return { rows, used };
}
